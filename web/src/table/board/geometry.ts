// Shapes on the table, and how inches of the table become inches of the picture. North is up unless the board is turned.
import type { Model, Part, Spot } from '../../lib/protocol'

export type Point = [number, number]

const SAME = 0.01 // inches: places nearer than this are one

/** How the table lies in the picture: turned by quarters to the left, y growing downwards there. */
export interface Frame {
  width: number // of the picture, in inches
  height: number
  to: (point: readonly number[]) => Point
  from: (point: readonly number[]) => Point
}

export function frameOf([width, depth]: readonly [number, number], quarters = 0): Frame {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return { width: depth, height: width, to: ([x, y]) => [depth - y!, width - x!], from: ([u, v]) => [width - v!, depth - u!] }
    case 2:
      return { width, height: depth, to: ([x, y]) => [width - x!, y!], from: ([u, v]) => [width - u!, v!] }
    case 3:
      return { width: depth, height: width, to: ([x, y]) => [y!, x!], from: ([u, v]) => [v!, u!] }
    default:
      return { width, height: depth, to: ([x, y]) => [x!, depth - y!], from: ([u, v]) => [u!, depth - v!] }
  }
}

export const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)

export const same = (a: readonly number[], b: readonly number[]): boolean => distance(a, b) < SAME && Math.abs((a[2] ?? 0) - (b[2] ?? 0)) < SAME

export const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))

/** A line through points, or the outline of an area if it is closed. */
export const trace = (points: readonly (readonly number[])[], frame: Frame, closed = false): string =>
  points.length ? 'M' + points.map((point) => frame.to(point).map(short).join(' ')).join('L') + (closed ? 'Z' : '') : ''

const ROUNDING = 0.25 // inches: the mesh that areas are worked out on

/** The outline of an area with holes, its corners rounded no more than the mesh is wide. */
export const outline = (rings: readonly (readonly (readonly number[])[])[], frame: Frame): string => rings.map((ring) => rounded(ring.map(frame.to))).join('')

function rounded(ring: readonly Point[]): string {
  const cut = (corner: Point, other: Point): string => {
    const far = distance(corner, other) || 1
    const share = Math.min(0.5, ROUNDING / far)
    return [corner[0] + (other[0] - corner[0]) * share, corner[1] + (other[1] - corner[1]) * share].map(short).join(' ')
  }
  const corners = ring.map((corner, k) => {
    const [before, after] = [ring[(k || ring.length) - 1]!, ring[(k + 1) % ring.length]!]
    return `${cut(corner, before)}Q${corner.map(short).join(' ')} ${cut(corner, after)}`
  })
  return corners.length ? `M${corners.join('L')}Z` : ''
}

const short = (value: number): string => String(Math.round(value * 1000) / 1000)

export function contains(ring: readonly (readonly number[])[], x: number, y: number): boolean {
  let inside = false
  ring.forEach(([x1, y1], k) => {
    const [x0, y0] = ring[(k || ring.length) - 1]!
    if (y0! > y !== y1! > y && x < ((x1! - x0!) * (y - y0!)) / (y1! - y0!) + x0!) inside = !inside
  })
  return inside
}

/** The middle of the box around some corners. */
export function middle(corners: readonly (readonly number[])[]): Point {
  const xs = corners.map((c) => c[0]!)
  const ys = corners.map((c) => c[1]!)
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}

/** The corners of a box x0, y0, x1, y1. */
export const cornersOf = ([x0, y0, x1, y1]: readonly [number, number, number, number]): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
]

/** How far a point is from the nearest edge of an outline. */
export const clearance = (ring: readonly (readonly number[])[], point: readonly number[]): number =>
  Math.min(...ring.map((corner, k) => toSegment(point, ring[(k || ring.length) - 1]!, corner)))

/** How far a point is from a line between two others. */
export function toSegment(point: readonly number[], a: readonly number[], b: readonly number[]): number {
  const [dx, dy] = [b[0]! - a[0]!, b[1]! - a[1]!]
  const share = within(((point[0]! - a[0]!) * dx + (point[1]! - a[1]!) * dy) / (dx * dx + dy * dy || 1), 0, 1)
  return distance(point, [a[0]! + share * dx, a[1]! + share * dy])
}

/** An outline about a place, turned to the left by so many degrees. */
export function turned(ring: readonly (readonly number[])[], at: readonly number[], degrees: number): Point[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return ring.map(([x, y]) => [at[0]! + x! * cos - y! * sin, at[1]! + x! * sin + y! * cos])
}

/** An arc of a circle about the origin, clockwise from the top, by shares of the whole; in halves, so that a whole one closes. */
export function arc(radius: number, share: number): string {
  const at = (part: number): string => [Math.sin(part * 2 * Math.PI) * radius, -Math.cos(part * 2 * Math.PI) * radius].map(short).join(' ')
  const to = (part: number): string => `A${short(radius)} ${short(radius)} 0 0 1 ${at(part)}`
  if (share <= 0) return ''
  return `M${at(0)}${share > 0.5 ? to(0.5) : ''}${to(Math.min(1, share))}`
}

// --- floors

const STANDING = 'vantage' // the mark of a part whose top is a floor
const FLAT = 'flat'

export const isFloor = (part: Part): boolean => part.marks.includes(STANDING)
export const isFlat = (part: Part): boolean => part.marks.includes(FLAT)

/** The heights one can choose to look at, the ground first. */
export const levelsOf = (terrain: readonly Part[]): number[] => [...new Set([0, ...terrain.filter(isFloor).map((part) => part.top)])].sort((a, b) => a - b)

/** How high one stands at a point if no more than the floors up to ``most`` are looked at. */
export const floorAt = (terrain: readonly Part[], x: number, y: number, most: number): number =>
  Math.max(0, ...terrain.filter((part) => isFloor(part) && part.top <= most + SAME && contains(part.footprint, x, y)).map((part) => part.top))

/** Of all heights one can stand at somewhere the one nearest to another height. */
export const floorNear = (terrain: readonly Part[], x: number, y: number, height: number): number =>
  [0, ...terrain.filter((part) => isFloor(part) && contains(part.footprint, x, y)).map((part) => part.top)].reduce((best, next) => (Math.abs(next - height) < Math.abs(best - height) ? next : best))

/** Whether something is higher than the floor in view, if not all are. */
export const isAbove = (z: number, floor: number | null): boolean => floor !== null && z > floor + SAME

// --- models

/** What is meant by a touch among models: how far around its middle each is touched, how much farther than the nearest still is as near, and which of those that are as near are meant first. */
export interface Touch {
  enough: (model: Model) => number
  slip?: number
  first?: (model: Model) => boolean
}

/** The model meant by a point: the one whose base is there, else the one whose edge is nearest. */
export function meantBy(models: readonly Model[], [x, y]: readonly number[], { enough, slip = 0, first = () => false }: Touch): Model | null {
  const off = (model: Model): number => Math.max(0, distance(model.place!, [x!, y!]) - model.base / 2)
  const found = models.filter((model) => model.place && distance(model.place, [x!, y!]) <= enough(model))
  const least = Math.min(...found.map(off))
  const near = found.filter((model) => off(model) <= (least && least + slip))
  return near.sort((a, b) => Number(first(b)) - Number(first(a)) || off(a) - off(b) || b.place![2] - a.place![2] || distance(a.place!, [x!, y!]) - distance(b.place!, [x!, y!]))[0] ?? null
}

/** A way with the place it starts from, whether that was told or not. */
export const fromStart = (start: Spot, points: readonly Spot[]): Spot[] => (points[0] && same(points[0], start) ? [...points] : [start, ...points])

/** A line between two bases from rim to rim; the whole line where they overlap. */
export function betweenRims([from, to]: readonly [Spot, Spot], [near, far]: readonly [number, number]): [Spot, Spot] {
  const length = distance(from, to)
  if (length <= near + far) return [from, to]
  const along = (inches: number): Spot => [0, 1, 2].map((axis) => from[axis]! + ((to[axis]! - from[axis]!) * inches) / length) as unknown as Spot
  return [along(near), along(length - far)]
}
