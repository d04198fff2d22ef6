// Terrain as it is drawn under a lamp that stands to the north-west: shadows, lit edges, hatching.
import type { Part } from '../../lib/protocol'
import { clearance, contains, isFlat, isFloor, middle, type Frame, type Point } from './geometry'

const LIGHT: Point = [0.2, 0.27] // where a shadow falls, for each inch of height
const TALL = 4 // inches: what is taller is as light as it gets
const WIDE = 0.9 // inches: what is narrower has no room for a label
const GRID = 12 // places across a part that are tried for its label
const CENTRED = 1.1 // times as much room there must be elsewhere for a label to leave the middle

export const shapeOf = (part: Part, frame: Frame): Point[] => part.footprint.map((corner) => frame.to(corner))

const flow = (points: readonly Point[]): string => 'M' + points.map((point) => point.map((c) => Math.round(c * 1000) / 1000).join(' ')).join('L') + 'Z'

/** The shadow of everything between two heights: the outline swept along the light. */
export function shadow(points: readonly Point[], bottom: number, top: number): string {
  const at = ([x, y]: Point, height: number): Point => [x + LIGHT[0] * height, y + LIGHT[1] * height]
  return points
    .map((b, k) => {
      const a = points[(k || points.length) - 1]!
      return flow(clockwise([at(a, bottom), at(b, bottom), at(b, top), at(a, top)]))
    })
    .concat(flow(clockwise(points.map((point) => at(point, top)))))
    .join('')
}

function clockwise(points: Point[]): Point[] {
  return area(points) < 0 ? points.toReversed() : points
}

const area = (points: readonly Point[]): number =>
  points.reduce((sum, [x1, y1], k) => {
    const [x0, y0] = points[(k || points.length) - 1]!
    return sum + x0 * y1 - x1 * y0
  }, 0)

/** The edges that face the lamp, as one line. */
export function litEdges(points: readonly Point[]): string {
  const turn = Math.sign(area(points)) || 1
  return points
    .map((b, k) => {
      const a = points[(k || points.length) - 1]!
      const outward: Point = [turn * (b[1] - a[1]), -turn * (b[0] - a[0])]
      return outward[0] * LIGHT[0] + outward[1] * LIGHT[1] < 0 ? `M${a.join(' ')}L${b.join(' ')}` : ''
    })
    .join('')
}

/** How light a top is, from 0 to 1. */
export const lightness = (part: Part): number => Math.min(1, part.top / TALL)

/** Solid parts from low to high, floors that hang above the ground, and flat areas. */
export function layers(terrain: readonly Part[]): { flat: Part[]; solid: Part[]; plates: Part[] } {
  const low = terrain.toSorted((a, b) => a.top - b.top)
  const plate = (part: Part): boolean => isFloor(part) && part.bottom > 0
  return { flat: low.filter(isFlat), solid: low.filter((part) => !isFlat(part) && !plate(part)), plates: low.filter((part) => !isFlat(part) && plate(part)) }
}

/** One label for each height of a feature, on its widest part, where nothing higher covers it, if there is room. */
export function labels(terrain: readonly Part[]): { part: Part; at: Point }[] {
  const widest = new Map<string, Part>()
  for (const part of terrain.filter((part) => !isFlat(part) && room(part) >= WIDE)) {
    const key = `${part.feature} ${part.top}`
    if (room(part) > room(widest.get(key))) widest.set(key, part)
  }
  return [...widest.values()].flatMap((part) => {
    const higher = terrain.filter((other) => !isFlat(other) && other.top > part.top && other.id !== part.id).map((other) => other.footprint)
    const at = roomiest(part.footprint, higher)
    return at ? [{ part, at }] : []
  })
}

/** The place in an outline that is farthest from its edges and from what lies over it; null if there is no room for a label. */
function roomiest(ring: readonly (readonly number[])[], over: readonly (readonly (readonly number[])[])[]): Point | null {
  const [xs, ys] = [ring.map((corner) => corner[0]!), ring.map((corner) => corner[1]!)]
  const [x0, y0, wide, deep] = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
  const places = Array.from({ length: GRID * GRID }, (_, k): Point => [x0 + ((k % GRID) + 0.5) * (wide / GRID), y0 + (Math.floor(k / GRID) + 0.5) * (deep / GRID)])
  const free = (point: Point): number =>
    contains(ring, ...point) && !over.some((other) => contains(other, ...point)) ? Math.min(...[ring, ...over].map((other) => clearance(other, point))) : 0
  const centre = middle(ring)
  const best = places.reduce(
    (found, at) => {
      const far = free(at)
      return far > found.far ? { at, far } : found
    },
    { at: centre, far: CENTRED * free(centre) },
  )
  return best.far >= WIDE / 4 ? best.at : null
}

function room(part: Part | undefined): number {
  if (!part) return 0
  const xs = part.footprint.map((corner) => corner[0])
  const ys = part.footprint.map((corner) => corner[1])
  return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
}
