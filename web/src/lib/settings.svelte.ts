// What a person has chosen for this browser; kept between visits.

export type Language = string
export type Theme = 'dark' | 'light'
// Every language has a folder with its name in it, used by the server too.
const described = import.meta.glob<string>('../../../counteract/data/languages/*/language.toml', { query: '?raw', import: 'default', eager: true })
export const LANGUAGES: Record<Language, string> = Object.fromEntries(
  Object.entries(described).map(([path, text]) => [path.split('/').at(-2) ?? '', /^name = "(.*)"$/m.exec(text)?.[1] ?? '']),
)

interface Settings {
  language: Language
  theme: Theme
  instant: boolean // dice and moves are shown at once
  name: string
  ruleset: string // the one looked at last
}

const KEY = 'counteract.settings'

const wishes = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches

function preferred(): Settings {
  const spoken = navigator.language.slice(0, 2)
  return {
    language: spoken in LANGUAGES ? (spoken as Language) : 'en',
    theme: wishes('(prefers-color-scheme: light)') ? 'light' : 'dark',
    instant: false,
    name: '',
    ruleset: '',
  }
}

function remembered(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {}
  }
}

export const settings = $state<Settings>({ ...preferred(), ...remembered() })

export function remember(change: Partial<Settings>): void {
  Object.assign(settings, change)
  localStorage.setItem(KEY, JSON.stringify(settings))
}

/** Whether nothing can be pointed at without touching it. */
export const touching = (): boolean => wishes('(hover: none)')

/** Whether things should appear without movement. */
export const still = (): boolean => settings.instant || wishes('(prefers-reduced-motion: reduce)')
