// The games this browser has a seat in; the links are kept here and nowhere else.

export interface Mine {
  game: string
  token: string
  links: Record<string, string> // tokens by seat: the number of a side, "mine", "watch"
  at: number
}

const KEY = 'counteract.games'
const MOST = 60

export function mine(): Mine[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Mine[]
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

export function keep(found: Mine): void {
  const others = mine().filter((one) => one.token !== found.token)
  localStorage.setItem(KEY, JSON.stringify([found, ...others].slice(0, MOST)))
}

export function forget(token: string): void {
  localStorage.setItem(KEY, JSON.stringify(mine().filter((one) => one.token !== token)))
}

/** The links of a game, if it was set up here. */
export const linksOf = (game: string): Record<string, string> => mine().find((one) => one.game === game && Object.keys(one.links).length)?.links ?? {}

export const address = (token: string): string => `${location.origin}/play/${token}`

/** Whether the page was opened by an address that leads nobody else here. */
export const atHome = (): boolean => /^(localhost$|127\.|\[::1\]$)/.test(location.hostname)
