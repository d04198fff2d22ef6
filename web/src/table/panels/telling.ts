// A line of the log as it is shown: names in the colour of their side, dice as dice.
import type { Model, Side } from '../../lib/protocol'

export interface Bit {
  text: string
  side: number | null // whose name it is
  face: number | null // the die it is
}
export type Names = Map<string, number | null>

const FACES = '⚀⚁⚂⚃⚄⚅'
export const glyph = (face: number): string => FACES[face - 1] ?? String(face)

/** The names at the table and whose they are; one that several sides bear is nobody's. */
export function namesOf(models: readonly Model[], sides: readonly Side[]): Names {
  const found: Names = new Map()
  for (const [name, side] of [...models.map((model) => [model.name, model.side] as const), ...sides.map((one, n) => [one.team, n] as const)])
    found.set(name, found.has(name) && found.get(name) !== side ? null : side)
  return found
}

/** A text cut into names, dice and the rest. Dice stand in it as the numbers they show, once: behind the last colon that has them, or else where they come first. */
export function bits(text: string, names: Names, dice: readonly number[] | null | undefined): Bit[] {
  const found = cut(text, names)
  if (!dice?.length) return found
  const shown = `(?<![\\d+−-]|\\d[.,])${dice.join(' ')}(?!\\d|[.,]\\d|[+"])`
  const behind = new RegExp(`(?<=[:：]\\s?)${shown}`)
  const last = found.findLastIndex((bit) => bit.side === null && behind.test(bit.text))
  const at = last < 0 ? found.findIndex((bit) => bit.side === null && new RegExp(shown).test(bit.text)) : last
  const match = at < 0 ? null : [...found[at]!.text.matchAll(new RegExp(last < 0 ? shown : behind, 'g'))].at(last < 0 ? 0 : -1)
  if (!match) return found
  const { text: whole } = found[at]!
  const rolled = dice.map((face) => ({ text: String(face), side: null, face }))
  return [...found.slice(0, at), plain(whole.slice(0, match.index)), ...rolled, plain(whole.slice(match.index + match[0].length)), ...found.slice(at + 1)]
}

const plain = (text: string): Bit => ({ text, side: null, face: null })

function cut(text: string, names: Names): Bit[] {
  const longest = [...names.keys()].filter(Boolean).sort((a, b) => b.length - a.length)
  if (!longest.length) return [plain(text)]
  const any = new RegExp(`(${longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`)
  return text.split(any).map((part, n) => (n % 2 ? { text: part, side: names.get(part) ?? null, face: null } : plain(part)))
}
