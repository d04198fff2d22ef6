// Which lines of the chat somebody has yet to read.
import type { ChatLine } from '../lib/protocol'

/** How many lines have come since a line was read that others have said; what was there from the beginning has been read. */
export const unread = (chat: readonly ChatLine[], read: number | null, own: readonly number[]): number =>
  read === null ? 0 : chat.filter((line) => line.number > read && !own.includes(line.side ?? -1)).length

export const last = (chat: readonly ChatLine[]): number => chat.at(-1)?.number ?? 0

const kept = (token: string): string => `read ${token}`

/** The last line that was read at a table from this browser; null if nobody has been here. */
export function lastRead(token: string): number | null {
  const number = localStorage.getItem(kept(token))
  return number === null ? null : Number(number)
}

export const rememberRead = (token: string, number: number): void => localStorage.setItem(kept(token), String(number))
