// A line of the log as it is shown: names in the colour of their side, dice as dice.
import type { Line } from '../../lib/protocol'

export interface Bit {
  text: string
  side: number | null // whose name it is
  face: number | null // the die it is
}

const FACES = '⚀⚁⚂⚃⚄⚅'
export const glyph = (face: number): string => FACES[face - 1] ?? String(face)

/** A line cut into names, dice and the rest; `sides` are those of the models, and `units` those of the units, by their ids. */
export function bits({ text, mentions }: Pick<Line, 'text' | 'mentions'>, sides: readonly number[], units: readonly number[] = []): Bit[] {
  const sideOf = (kind: string, number: number): number | null => ({ side: number, model: sides[number], unit: units[number] })[kind] ?? null
  const letters = [...text] // mentions count whole letters
  const cut = (start: number, end?: number): string => letters.slice(start, end).join('')
  const found: Bit[] = []
  let at = 0
  for (const { start, end, kind, number } of mentions) {
    if (kind !== 'die' || found.at(-1)?.face == null || cut(at, start) !== ' ') found.push({ text: cut(at, start), side: null, face: null }) // dice of a roll stand side by side
    found.push({ text: cut(start, end), side: sideOf(kind, number), face: kind === 'die' ? number : null })
    at = end
  }
  return [...found, { text: cut(at), side: null, face: null }]
}
