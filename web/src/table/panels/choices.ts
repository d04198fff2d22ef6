// Options as a person looks through them: grouped, numbered, some of them sought.
import type { Answer, Option } from '../../lib/protocol'

export const keyOf = (answer: Answer): string => JSON.stringify(answer)

export interface Group {
  name: string | null
  options: { option: Option; number: number }[]
}

/** Options under their headings, in the order they came, each with its number from 1 on. */
export function groups(options: Option[], sought = ''): Group[] {
  const wanted = sought.trim().toLowerCase()
  const found: Group[] = []
  options.forEach((option, n) => {
    if (wanted && !option.label.toLowerCase().includes(wanted)) return
    let group = found.find((one) => one.name === option.group)
    if (!group) found.push((group = { name: option.group, options: [] }))
    group.options.push({ option, number: n + 1 })
  })
  return found
}

/** A label as a title and what is said after it: "Engage: may shoot …". */
export function split(label: string): { title: string; more: string } {
  const at = label.search(/[:：]/)
  if (at < 0) return { title: label, more: '' }
  return { title: label.slice(0, at).trim(), more: label.slice(at + 1).trim() }
}

/** Which of the legal choices a set of dice can still grow into. */
export const reachable = (choices: number[][], chosen: number[]): number[][] => choices.filter((choice) => chosen.every((die) => choice.includes(die)))

/** Whether exactly these dice are a legal choice. */
export const complete = (choices: number[][], chosen: number[]): boolean =>
  choices.some((choice) => choice.length === chosen.length && chosen.every((die) => choice.includes(die)))
