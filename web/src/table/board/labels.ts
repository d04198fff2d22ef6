// Where words beside things go, so that they cover neither those things nor each other.

export type Point = readonly [number, number]

export interface Box {
  x: number // of its middle
  y: number
  width: number
  height: number
}
export interface Wanted {
  text: string
  at: Point // the middle of the thing
  radius: number
  above?: boolean // rather than below
  must?: boolean // rather over others than not at all
}
export interface Label extends Wanted {
  spot: Point // the middle of the words
  width: number
  far: boolean // not right beside the thing
}
/** ``others`` are not to be covered, ``room`` is not to be left, and words may be so many of their heights ``far`` away. */
export interface Limits {
  others?: readonly Box[]
  room?: Box
  far?: number
}

const WIDE = /[\u2e80-\u9fff\uff00-\uffef]/g // letters as wide as they are high
const LETTER = 0.56 // the width of any other, in heights
const GAP = 0.25 // heights between a thing and its words

export const isWide = (text: string): boolean => text.search(WIDE) === 0

export const widthOf = (text: string, height: number): number => {
  const wide = text.match(WIDE)?.length ?? 0
  return height * (wide + LETTER * (text.length - wide))
}

const meet = (a: Box, b: Box): boolean => 2 * Math.abs(a.x - b.x) < a.width + b.width && 2 * Math.abs(a.y - b.y) < a.height + b.height
const inside = (a: Box, b: Box): boolean => 2 * Math.abs(a.x - b.x) <= b.width - a.width && 2 * Math.abs(a.y - b.y) <= b.height - a.height

/** Words for as many things as there is room for, the first ones first: below, above, to a side of them or farther off, and not over others. */
export function labels(wanted: readonly Wanted[], height: number, { others = [], room, far = 0 }: Limits = {}): Label[] {
  const things = wanted.map(({ at: [x, y], radius }): Box => ({ x, y, width: 2 * radius, height: 2 * radius }))
  const taken: Box[] = []
  return wanted.flatMap((one, k) => {
    const width = widthOf(one.text, height)
    const boxes = spots(one, width, height, far).map(([x, y]): Box => ({ x, y, width, height }))
    const legible = boxes.filter((box) => (!room || inside(box, room)) && !taken.some((other) => meet(box, other)))
    const clear = legible.find((box) => !things.some((other, n) => n !== k && meet(box, other)) && !others.some((other) => meet(box, other)))
    const found = clear ?? (one.must ? legible[0] : undefined)
    if (!found) return []
    taken.push(found)
    return [{ ...one, spot: [found.x, found.y], width, far: boxes.indexOf(found) >= NEAR.length }]
  })
}

const NEAR = [[0, 1], [0, -1], [1, 0], [-1, 0]] as const

/** Where words may stand about a thing, the best first: right beside it, then ever farther off. */
function spots(one: Wanted, width: number, height: number, far: number): Point[] {
  const { at: [x, y], radius, above } = one
  const [down, aside] = [radius + (0.5 + GAP) * height, radius + GAP * height + width / 2]
  const near = NEAR.map(([u, v]): Point => [x + u * aside, y + v * (above ? -down : down)])
  if (!far) return near
  const away = around(far).map(([u, v]): Point => [x + u * height, y + v * height])
  const off = (spot: Point): number => Math.hypot(...toWords(one, spot, width, height))
  return [...near, ...away.filter((spot) => off(spot) > radius + GAP * height).sort((a, b) => off(a) - off(b))]
}

function around(far: number): Point[] {
  const steps = Array.from({ length: 2 * far + 1 }, (_, n) => n - far)
  return steps.flatMap((u) => steps.map((v): Point => [u, v]))
}

/** How far it is from the middle of a thing to the nearest of its words, along and down. */
export function toWords({ at: [x, y] }: Wanted, [u, v]: Point, width: number, height: number): Point {
  const least = (from: number, to: number, half: number): number => Math.max(0, Math.abs(to - from) - half) * Math.sign(to - from)
  return [least(x, u, width / 2), least(y, v, height / 2)]
}
