// Where signs go that are seen above the crowd: a flag for each marker that models stand on, crossed swords beside units that fight.
import type { Marker, Model, Unit, View } from '../../lib/protocol'
import type { Camera } from './camera.svelte'
import { distance } from './geometry'
import { bearer } from '../units'
import { freeSpot, type Point, type Round } from './labels'

export const MARKER = 20 / 25.4 // inches: the radius of a marker, 40 mm across
const SWORDS = 0.8 // of the size of a flag
const FIGURES = 5.5 // px: half as high as the number of models that are left
const LOWER_LEFT = (3 * Math.PI) / 4

export interface Flag extends Round {
  marker: Marker
  foot: Point
}
export interface Fight extends Round {
  unit: number
}
/** How many are left of a unit. */
export interface Count extends Round {
  unit: number
  left: number
}
/** All of them, in inches of the picture. */
export interface Signed {
  flags: Flag[]
  fights: Fight[]
  counts: Count[]
}

const TOKEN = 5.5 // px

/** Where the token of a model is: at the upper right of its base. */
export function tokenSpot({ x, y, radius }: Round, camera: Pick<Camera, 'px'>): Round {
  const size = Math.max(0.3, camera.px(TOKEN))
  const aside = Math.max(0.78 * radius, (radius + 0.8 * size) * Math.SQRT1_2)
  return { x: x + aside, y: y - aside, radius: size }
}

export function signs(view: View, camera: Camera): Signed {
  const size = Math.max(0.4, camera.px(8))
  const round = (at: readonly number[], radius: number): Round => {
    const [x, y] = camera.frame.to(at)
    return { x, y, radius }
  }
  const standing = view.models.filter((model) => model.place)
  const taken = [...standing.map((model) => round(model.place!, model.base / 2)), ...view.markers.map(({ at }) => round(at, MARKER))]
  const put = (things: Round[], radius: number, first?: number): Round => {
    const [x, y] = freeSpot(things, radius, taken, first)
    const sign = { x, y, radius }
    taken.push(sign)
    return sign
  }
  const covered = view.markers.filter(({ at }) => standing.some((model) => distance(at, model.place!) < MARKER + model.base / 2))
  const flags = covered.map((marker) => ({ marker, foot: camera.frame.to(marker.at), ...put([round(marker.at, MARKER)], size) }))
  const fights = (view.units ?? []).flatMap((unit): Fight[] => {
    const own = unit.models.flatMap((id) => (view.models[id]?.place ? [round(view.models[id].place, view.models[id].base / 2)] : []))
    return unit.engaged?.length && own.length ? [{ unit: unit.id, ...put(own, SWORDS * size) }] : []
  })
  const bearers = new Map((view.units ?? []).map((unit) => [unit, bearer(view, unit)] as const).filter((pair): pair is [Unit, Model] => pair[1] !== null))
  for (const model of bearers.values()) taken.push(tokenSpot(round(model.place!, model.base / 2), camera))
  const counts = [...bearers].flatMap(([unit, model]): Count[] => {
    if (unit.size === 1 || !unit.alive) return []
    const others = unit.models.flatMap((id) => (id !== model.id && view.models[id]?.place ? [round(view.models[id].place, view.models[id].base / 2)] : []))
    return [{ unit: unit.id, left: unit.alive, ...put([round(model.place!, model.base / 2), ...others], Math.max(0.3, camera.px(FIGURES * (unit.alive > 9 ? 1.4 : 1))), LOWER_LEFT) }]
  })
  return { flags, fights, counts }
}

/** The unit whose crossed swords are at a point of the picture, or no farther from it than that. */
export function fightAt({ fights }: Pick<Signed, 'fights'>, [x, y]: Point, slip = 0): number | null {
  const off = (one: Fight): number => Math.hypot(one.x - x, one.y - y) - one.radius
  const near = fights.filter((one) => off(one) <= slip).sort((a, b) => off(a) - off(b))
  return near[0]?.unit ?? null
}
