// How things on the board are told apart and named: by shape and letter as well as by colour.
import { inches } from '../../lib/numbers'
import { t } from '../../lib/words.svelte'
import type { Model, Part, Sighting, Unit, View } from '../../lib/protocol'
import { isFloor } from './geometry'
import { isWide, widthOf } from './labels'

export type Token = 'aim' | 'veil' | 'dot'

/** The shape of a model's token: what it may do or how it hides, or that it has no such order. */
const TOKENS: Record<string, Token> = { engage: 'aim', conceal: 'veil' }
export const tokenOf = (model: Model): Token => TOKENS[model.order ?? ''] ?? 'dot'

/** Words that say nothing of who somebody is. */
const SMALL = /^(the|of|and|a|an|de|des|du|d|l|la|le|les|et|à|au|aux)$/i

/** One or two letters, or one as wide as it is high, for each name, different within its side: Gun Captain → GC, Guard 2 → G2. */
export function glyphs<Id>(named: readonly { id: Id; name: string; side?: number }[], { brief = false } = {}): Map<Id, string> {
  const found = new Map<Id, string>()
  const taken = new Set<string>()
  for (const { id, name, side } of named) {
    const free = [...(brief ? [...name.slice(0, 1)] : []), ...candidates(name)].find((glyph) => !taken.has(`${side}${glyph}`)) ?? String(id)
    taken.add(`${side}${free}`)
    found.set(id, free)
  }
  return found
}

function candidates(name: string): string[] {
  const all = name.split(/[\s\-·'’]+/).filter(Boolean)
  const telling = all.filter((word) => !SMALL.test(word))
  const words = telling.length ? telling : all
  const number = /\d+$/.exec(name)?.[0] ?? ''
  const [first = '?', ...rest] = [...(words[0] ?? '')]
  if (isWide(first)) return [first + number, ...rest.map((letter) => first + letter + number)]
  const second = number || [...(words[1] ?? rest)][0] || ''
  return [first.toUpperCase() + (words[1] || second === 'l' ? second.toUpperCase() : second), // a small L looks like a large I
    ...rest.map((letter) => first.toUpperCase() + letter + number)]
}

/** The letters on each base: of units all models have the same. */
export function lettersOf(view: View | null): Map<number, string> {
  if (!view?.units) return glyphs(view?.models ?? [])
  const letters = glyphs(view.units)
  return new Map(view.models.map((model) => [model.id, letters.get(model.unit) ?? '']))
}

/** How high letters on a base are, in its radii, so that they fit. */
export const glyphSize = (glyph: string): number => Math.min(isWide(glyph) ? 1.1 : 0.82, 1.2 / widthOf(glyph, 1))

/** Whether it means something that a model has acted: some are still to act. Between turns and phases nobody is. */
export const underWay = ({ turn, active, models }: View): boolean => turn > 0 && (active !== null || models.some((model) => model.place && model.ready))

/** That a model does nothing now: it has been activated, or where there are no orders, this phase has nothing for it, any more or at all. */
export const doneWord = (model: Model): string => (model.order ? t('has acted') : t('has acted or nothing to do'))

/** Everything about a model in one sentence, for those who hear it; what it is to do and whether it has acted once the battle has begun (``begun``). */
export function describe(model: Model, team: string, { note = '', begun = true } = {}): string {
  const [x, y, z] = (model.place ?? [0, 0, 0]).map((c) => Math.round(c * 10) / 10) as [number, number, number]
  const values = { name: model.name, team, wounds: model.wounds, all: model.starting_wounds, x, y, z }
  return [
    t('{name} of {team}, {wounds} of {all} wounds', values),
    ...(begun ? [orderWord(model), model.ready ? t('yet to act') : doneWord(model)] : []),
    ...model.states,
    z > 0 ? t('at {x}, {y}, {z} inches up', values) : t('at {x}, {y}', values),
    note,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Everything about a unit in one sentence; ``model`` is the one that bears what is marked of it. */
export function describeUnit(unit: Unit, model: Model, team: string, { note = '', begun = true } = {}): string {
  const [x, y] = (model.place ?? [0, 0, 0]).map((c) => Math.round(c * 10) / 10) as [number, number, number]
  const wounds = unit.size === 1 ? t('{wounds} of {all} wounds', { wounds: model.wounds, all: model.starting_wounds }) : t('{alive} of {size} models', { alive: unit.alive, size: unit.size })
  return [t('{name} of {team}', { name: unit.name, team }), wounds, ...(begun && unit.ready ? [t('yet to act')] : []), ...unit.states, t('at {x}, {y}', { x, y }), note].filter(Boolean).join(', ')
}

export const orderWord = (model: Model): string => ({ aim: t('Engage'), veil: t('Conceal'), dot: '' })[tokenOf(model)]

/** A part of the terrain in a few words. */
export function partWords(part: Part): string {
  const values = { name: partName(part), height: part.top, under: part.bottom }
  if (isFloor(part) && part.bottom > 0) return t('{name}: floor {height}" up', values)
  if (part.bottom > 0) return t('{name}: from {under}" to {height}" up', values)
  if (part.marks.includes('area')) return t('{name}: {height}" high, with room to stand in it', values)
  return part.kind === 'light' ? t('{name}: light, {height}" high', values) : t('{name}: heavy, {height}" high', values)
}

export const partName = (part: Part): string => part.name

/** How far a way goes up or down somewhere. */
export const rise = (height: number): string => (height > 0 ? t('climb {height}', { height: inches(height) }) : t('drop {height}', { height: inches(-height) }))

export const stateWord = (state: Sighting['state']): string =>
  ({ open: t('in the open'), cover: t('in cover'), obscured: t('obscured'), masked: t('masked'), hidden: t('not visible') })[state]
