// Options as a person looks through them: grouped, numbered, some of them sought.
import type { Answer, Label, Option, Question, RefusedOption } from '../../lib/protocol'
import { t } from '../../lib/words.svelte'
import { widthOf } from '../board/labels'

export const keyOf = (answer: Answer): string => JSON.stringify(answer)

interface Numbered {
  option: Option
  number: number
}

export interface Group {
  name: string | null
  /** With the other ways to use the same model or unit beside each. */
  options: (Numbered & { ways: Numbered[] })[]
}

/** Options under their headings, in the order they came, each with its number from 1 on. What is listed under a heading of a model that has an option of its own stands beside that. */
export function groups(options: Option[], sought = ''): Group[] {
  const wanted = sought.trim().toLowerCase()
  const found: Group[] = []
  options.forEach((option, n) => {
    if (wanted && !sentence(option.label).toLowerCase().includes(wanted)) return
    const numbered = { option, number: n + 1 }
    const own = option.group === null || option.model === null ? undefined : found.find((one) => one.name === null)?.options.find((one) => one.option.model === option.model)
    if (own) return void own.ways.push(numbered)
    let group = found.find((one) => one.name === option.group)
    if (!group) found.push((group = { name: option.group, options: [] }))
    group.options.push({ ...numbered, ways: [] })
  })
  return found
}

/** Words as a button bears them. */
export function capital(words: string): string {
  const [first = '', ...rest] = words
  return first.toLocaleUpperCase() + rest.join('')
}

const withFigures = ({ title, figures }: Label): string => (figures.length ? t('{title} ({figures})', { title, figures: figures.join(t(', ')) }) : title)

/** The title of a label with its figures: "Dash (1AP)". */
export const heading = (label: Label): string => capital(withFigures(label))

const SHORT = 8 // ems: figures that stand beside a title

/** The title of a label, and in a line of its own what else there is to say: the most of it, where it is long (all of it is told of the one pointed at); figures, where they are long or there are many options, and the detail. */
export const inLines = (label: Label, many: boolean): { title: string; beside: string; more: string } =>
  label.brief
    ? { title: t('{title} · {away}', { title: capital(label.title), away: label.brief[0] }), beside: '', more: label.brief[1] }
    : label.figures.length && (many || widthOf(label.figures.join(t(', ')), 1) > SHORT) ? { title: capital(label.title), beside: label.figures.join(t(', ')), more: label.detail } : { title: heading(label), beside: '', more: label.detail }

/** All of a label: "Shoot (1AP): Heron". */
export const sentence = (label: Label): string => (label.detail ? t('{title}: {detail}', { title: withFigures(label), detail: label.detail }) : withFigures(label))

/** What cannot be chosen, in short: of a model its name, as the rest is on the board. */
export const brief = ({ label, model }: RefusedOption): string => (model === null || model === undefined ? heading(label) : capital(label.title))

/** What cannot be done, together where it is for one and the same reason. */
export function together(refused: readonly { label: Label; sentence?: string | null; rule?: string | null }[]): { titles: string[]; sentence: string; rule: string }[] {
  const found: { titles: string[]; sentence: string; rule: string }[] = []
  for (const { label, sentence, rule } of refused) {
    const title = heading(label)
    const same = found.find((one) => one.sentence === sentence)
    if (same) same.titles.push(title)
    else found.push({ titles: [title], sentence: sentence ?? '', rule: rule ?? '' })
  }
  return found
}

const LONG = 16 // ems: what is said after a title needs more than a line of its button

const isWordy = ({ label }: Option): boolean => widthOf(label.brief ? label.brief[1] : label.detail, 1) > LONG

/** Whether any option needs a row of its own on a small screen. */
export const inRows = (options: readonly { option: Option }[]): boolean => options.some(({ option }) => isWordy(option))

/** Whether options need the width of a column each, for what is said after their titles. */
export const wordy = (options: readonly { option: Option }[]): boolean =>
  options.length > 2 && 2 * options.filter(({ option }) => isWordy(option)).length >= options.length

/** Which of the legal choices a set of dice can still grow into. */
export const reachable = (choices: number[][], chosen: number[]): number[][] => choices.filter((choice) => chosen.every((die) => choice.includes(die)))

/** Whether exactly these dice are a legal choice. */
export const complete = (choices: number[][], chosen: number[]): boolean =>
  choices.some((choice) => choice.length === chosen.length && chosen.every((die) => choice.includes(die)))

/** Whether the options of a question stand in a list, numbered. */
export const listed = (question: Question): boolean => question.kind !== 'path' && question.kind !== 'paths' && question.kind !== 'place' && !question.allocate?.models && !question.dice?.uses.length && !byRows(question) && !question.pools

const FEW = 12 // ways to share something out that one looks through

/** Whether something is shared out row by row: there are many ways, or rows that get nothing and that one may ask about. */
export const byRows = ({ allocate, options }: Question): boolean =>
  !!allocate && ((options?.length ?? 0) > FEW || (allocate.total !== null && allocate.most.includes(0)))
