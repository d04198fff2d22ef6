// A card as it is printed, and what of it stands below the figures where there is little room.
import type { components } from '../lib/schema'

export type Table = components['schemas']['PrintedTable']
export type Note = components['schemas']['Note']
export type Cell = Table['rows'][number][number]

export const LONG = 14 // letters: what is longer has a line of its own
export const SHORT = 7 // letters: what is no longer is never broken
export const NOTHING = '-'

/** How much room words take: Chinese ones take it twice. */
const letters = (cell: Cell | undefined): number => [...(typeof cell === 'string' ? cell : (cell ?? []).map((note) => note.text).join(', '))].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0)

/** The columns that stand below the others, by their numbers: what is long, and rules. The first, which names a row, never does. */
export function columnsBelow({ columns, rows }: Table): Set<number> {
  const long = (column: number): boolean => rows.some((row) => letters(row[column]) > LONG)
  const rules = (column: number): boolean => columns[column] !== '' && rows.every((row) => typeof row[column] !== 'string' || row[column] === NOTHING)
  return new Set(columns.map((_, column) => column).filter((column) => column && (long(column) || rules(column))))
}
