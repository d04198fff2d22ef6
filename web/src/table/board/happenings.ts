// What is different between two views of a battle, to be shown in motion: who moved along which way, who was hurt, who is gone.
import type { Happening, Model, Spot, View } from '../../lib/protocol'
import { distance, fromStart, same, type Frame } from './geometry'

export interface Trail {
  model: number
  side: number
  points: Spot[]
}
export interface Pop {
  model: number
  at: Spot
  base: number
  change: number // of its wounds
  words: string // what is wrong with it instead, where it has wounds again only because of that
}
export interface Difference {
  trails: Trail[]
  pops: Pop[]
  gone: Model[]
}

export function difference(before: View, after: View, events: readonly Happening[]): Difference {
  const found: Difference = { trails: [], pops: [], gone: [] }
  for (const now of after.models) {
    const old = before.models.find((model) => model.id === now.id)
    if (!old?.place) continue
    if (now.place && !same(now.place, old.place)) found.trails.push({ model: now.id, side: now.side, points: fromStart(old.place, wayOf(now, events)) })
    if (now.place && now.wounds !== old.wounds) found.pops.push({ model: now.id, at: now.place, base: now.base, change: now.wounds - old.wounds, words: now.wounds > old.wounds && now.alert !== old.alert ? now.alert : '' })
    if (!now.place) found.gone.push(old)
  }
  return found
}

/** The way a model went, if an event tells, else straight to where it is. */
function wayOf(model: Model, events: readonly Happening[]): Spot[] {
  const path = events.map(({ values }) => (values['model'] === model.id ? values['path'] : ofUnit(model, values))).findLast(Array.isArray)
  const points = ((path ?? []) as number[][]).map(([x, y, z]): Spot => [x!, y!, z ?? 0])
  const end = points.at(-1)
  return end && same(end.slice(0, 2), model.place!.slice(0, 2)) ? points : [model.place!]
}

/** The path of a model that went with its unit. */
const ofUnit = (model: Model, { models, paths }: Happening['values']): unknown =>
  Array.isArray(models) && Array.isArray(paths) ? paths[models.indexOf(model.id)] : undefined

const PACE = 90 // ms an inch
const QUICKEST = 200
const LONGEST = 600

/** How long a piece slides along its way, in ms. */
export const slideTime = (points: readonly Spot[]): number => Math.min(LONGEST, Math.max(QUICKEST, PACE * covered(points).at(-1)!))

/** The way as an animation, at an even pace. */
export function keyframes(points: readonly Spot[], frame: Frame): { transform: string; offset: number }[] {
  const far = covered(points)
  const whole = far.at(-1)! || 1
  return points.map((point, n) => {
    const [x, y] = frame.to(point)
    return { transform: `translate(${x}px, ${y}px)`, offset: n === points.length - 1 ? 1 : far[n]! / whole }
  })
}

/** How far it is to each point of a way, climbs included. */
function covered(points: readonly Spot[]): number[] {
  let far = 0
  return points.map((point, n) => (far += n ? Math.hypot(distance(points[n - 1]!, point), point[2] - points[n - 1]![2]) : 0))
}
