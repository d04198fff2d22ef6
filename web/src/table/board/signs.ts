// Where signs go that are seen above the crowd: a flag for each marker that models stand on, crossed swords beside units that fight.
import type { Marker, View } from '../../lib/protocol'
import type { Camera } from './camera.svelte'
import { distance } from './geometry'
import { freeSpot, type Point, type Round } from './labels'

export const MARKER = 20 / 25.4 // inches: the radius of a marker, 40 mm across
const SWORDS = 0.8 // of the size of a flag

export interface Flag extends Round {
  marker: Marker
  foot: Point
}
export interface Fight extends Round {
  unit: number
}
/** All of them, in inches of the picture. */
export interface Signed {
  flags: Flag[]
  fights: Fight[]
}

export function signs(view: View, camera: Camera): Signed {
  const size = Math.max(0.4, camera.px(8))
  const round = (at: readonly number[], radius: number): Round => {
    const [x, y] = camera.frame.to(at)
    return { x, y, radius }
  }
  const standing = view.models.filter((model) => model.place)
  const taken = [...standing.map((model) => round(model.place!, model.base / 2)), ...view.markers.map(({ at }) => round(at, MARKER))]
  const put = (things: Round[], radius: number): Round => {
    const [x, y] = freeSpot(things, radius, taken)
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
  return { flags, fights }
}

/** The unit whose crossed swords are at a point of the picture, or no farther from it than that. */
export function fightAt({ fights }: Signed, [x, y]: Point, slip = 0): number | null {
  const off = (one: Fight): number => Math.hypot(one.x - x, one.y - y) - one.radius
  const near = fights.filter((one) => off(one) <= slip).sort((a, b) => off(a) - off(b))
  return near[0]?.unit ?? null
}
