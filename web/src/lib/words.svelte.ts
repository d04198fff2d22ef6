// The page's own words. English is written in the code and is the key; the server's catalogues hold the other languages.
import { written } from './numbers'
import { remember, settings, type Language } from './settings.svelte'

const catalogues = $state<Partial<Record<Language, Record<string, string>>>>({ en: {} })

/** Fetch the catalogue of a language, once. */
export async function learn(language: Language): Promise<void> {
  if (catalogues[language]) return
  const response = await fetch(`/api/messages/${language}`)
  if (response.ok) catalogues[language] = (await response.json()) as Record<string, string>
}

/** Change to a language, once its words are there. */
export async function speak(language: Language): Promise<void> {
  await learn(language).catch(() => undefined)
  remember({ language })
}

const filled = (value: string | number): string => (typeof value === 'number' ? written(value) : value)

/** Names as the language chosen lists them: Herons, Larks and Wrens. */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(settings.language).format(names)

/** A template in the language chosen, with its values filled in. */
export function t(template: string, values: Record<string, string | number> = {}): string {
  const found = catalogues[settings.language]?.[template] || template
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? filled(values[name]!) : whole))
}
