// A card as it is printed, and what of it stands below the figures where there is little room.
import type { components } from '../lib/schema'

export type Table = components['schemas']['PrintedTable']
export type Note = components['schemas']['Note']
export type Cell = Table['rows'][number][number]

export const LONG = 14 // letters: what is longer has a line of its own
export const SHORT = 7 // letters: what is no longer is never broken
export const NOTHING = '-'
const MANY = 5 // columns: with more, the last one of a table of things with names has a line of its own

const letters = (cell: Cell | undefined): number => (typeof cell === 'string' ? cell.length : (cell ?? []).map((note) => note.text).join(', ').length)

/** The columns that stand below the others, by their numbers; the first, which names a row, never does. */
export function columnsBelow({ columns, rows }: Table): Set<number> {
  const named = rows.some((row) => letters(row[0]) > SHORT)
  const long = (column: number): boolean => rows.some((row) => letters(row[column]) > LONG)
  const numbers = columns.map((_, column) => column).slice(1)
  return new Set(numbers.filter((column) => long(column) || (named && columns.length > MANY && column === columns.length - 1)))
}
