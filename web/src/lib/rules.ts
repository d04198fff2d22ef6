// The rulebook, as the server gives it.
import { get } from './http'

export interface Rule {
  id: string
  ruleset: string
  section: string
  tags: string[]
  see: string[]
  title: string
  text: string
}

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
    .split(/\b(KT\d\d(?:-[A-Z]+)+-\d+)\b/)
    .map((part, n) => ({ text: part, rule: n % 2 ? part : null }))
    .filter((part) => part.text)
