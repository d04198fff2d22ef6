// The rulebook, as the server gives it.
import { get } from './http'
import type { components } from './schema'

export type Rule = components['schemas']['RuleText']

const books = new Map<string, Promise<Rule[]>>()

/** All rules of a ruleset in a language; fetched once. */
export function book(ruleset: string, language: string): Promise<Rule[]> {
  const key = `${ruleset}/${language}`
  let found = books.get(key)
  if (!found) {
    found = get<Rule[]>('rules', { ruleset })
    found.catch(() => books.delete(key))
    books.set(key, found)
  }
  return found
}

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Rules that hold every word, those that have it in their title first. */
export function search(rules: Rule[], words: string): Rule[] {
  const wanted = bare(words).split(/\s+/).filter(Boolean)
  if (!wanted.length) return rules
  const found = rules.filter((rule) => wanted.every((word) => bare(`${rule.id} ${rule.title} ${rule.text}`).includes(word)))
  const titled = (rule: Rule): boolean => wanted.every((word) => bare(rule.title).includes(word))
  return [...found.filter(titled), ...found.filter((rule) => !titled(rule))]
}

/** A text cut where it names other rules: words and IDs in turn. */
export const linked = (text: string): { text: string; rule: string | null }[] =>
  text
    .split(/\b([A-Z]+\d*(?:-[A-Z]+)+-\d+)\b/)
    .map((part, n) => ({ text: part, rule: n % 2 ? part : null }))
    .filter((part) => part.text)

/** A text cut where it has one of the words that are looked for, whatever their case and accents. */
export function marked(text: string, words: string): { text: string; hit: boolean }[] {
  const wanted = bare(words).split(/\s+/).filter(Boolean)
  const folded = text.split('').map((letter) => bare(letter)[0] ?? letter).join('')
  const hits = text.split('').map(() => false)
  for (const word of wanted)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) hits.fill(true, at, at + word.length)
  const found: { text: string; hit: boolean }[] = []
  hits.forEach((hit, at) => {
    const last = found.at(-1)
    if (last?.hit === hit) last.text += text[at]!
    else found.push({ text: text[at]!, hit })
  })
  return found
}
