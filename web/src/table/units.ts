// Units: models that act as one. Where an edition has none, every model stands for itself and nothing here changes that.
import type { Model, Unit, View } from '../lib/protocol'
import { distance, toSegment } from './board/geometry'

/** The unit of a model; null where models act by themselves. */
export const unitOf = (view: View | null, model: Model | null): Unit | null => (model && view?.units?.[model.unit]) ?? null

/** All models that mean the same as one when they are touched: those of its unit, or it alone. */
export function comrades(view: View | null, id: number): number[] {
  const unit = unitOf(view, view?.models[id] ?? null)
  return unit ? unit.models : [id]
}

/** Whether two models stand for the same thing. */
export const together = (view: View | null, one: number | null, other: number | null): boolean =>
  one !== null && other !== null && (one === other || (!!view?.units && view.models[one]?.unit === view.models[other]?.unit))

/** Inches between the base that bears what is marked of its unit and those of other units, if there is room. */
const APART = 0.4

/** The model that a unit's letters and tokens stand at: the first of it that no other unit stands close to, or that has most room. */
export function bearer(view: View, unit: Unit): Model | null {
  const own = unit.models.map((id) => view.models[id]!).filter((model) => model.place)
  const others = view.models.filter((model) => model.place && model.unit !== unit.id)
  let best: { model: Model; room: number } | null = null
  for (const model of own) {
    const room = Math.min(APART, ...others.map((other) => distance(model.place!, other.place!) - (model.base + other.base) / 2))
    if (!best || room > best.room) best = { model, room }
    if (room === APART) break
  }
  return best?.model ?? null
}

/** Lines that tie places together, each to the nearest of those before: what is drawn around them is then of one piece. */
export function ties(places: readonly (readonly number[])[]): [readonly number[], readonly number[]][] {
  const found: [readonly number[], readonly number[]][] = []
  const left = [...places]
  const tied = left.splice(0, 1)
  while (left.length) {
    let best: { at: number; from: readonly number[]; far: number } | null = null
    left.forEach((place, at) =>
      tied.forEach((from) => {
        const far = distance(place, from)
        if (!best || far < best.far) best = { at, from, far }
      }),
    )
    const { at, from } = best!
    const [next] = left.splice(at, 1)
    found.push([from, next!])
    tied.push(next!)
  }
  return found
}

/** Inches around the bases of a unit that is shown as one, and how wide the ties between them are, in bases. */
export const PATCH = { room: 0.32, tie: 0.7 }

/** Whether a point lies on the patch that shows a unit as one: about its bases or on the ties between them. */
export function isOnPatch(view: View, unit: Unit, at: readonly number[]): boolean {
  const models = unit.models.map((id) => view.models[id]!).filter((model) => model.place)
  const wide = (PATCH.tie / 2) * Math.min(...models.map((model) => model.base))
  return models.some((model) => distance(model.place!, at) <= model.base / 2 + PATCH.room) || ties(models.map((model) => model.place!)).some(([from, to]) => toSegment(at, from, to) <= wide)
}

/** The middle of some places. */
export function centre(places: readonly (readonly number[])[]): [number, number] {
  const sum = (axis: number): number => places.reduce((all, place) => all + place[axis]!, 0)
  return [sum(0) / (places.length || 1), sum(1) / (places.length || 1)]
}
