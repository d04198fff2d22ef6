// The page's own words. English is written in the code and is the key; the server's catalogues hold the other languages.
import { settings, type Language } from './settings.svelte'

const catalogues = $state<Partial<Record<Language, Record<string, string>>>>({ en: {} })

/** Fetch the catalogue of a language, once. */
export async function learn(language: Language): Promise<void> {
  if (catalogues[language]) return
  const response = await fetch(`/api/messages/${language}`)
  if (response.ok) catalogues[language] = (await response.json()) as Record<string, string>
}

/** A template in the language chosen, with its values filled in. */
export function t(template: string, values: Record<string, string | number> = {}): string {
  const found = catalogues[settings.language]?.[template] || template
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}
