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
  must?: boolean // rather farther off, or over others, than not at all
  width?: number // of the words, if it has been measured
}
export interface Label extends Wanted {
  spot: Point // the middle of the words
  width: number
  far: boolean // not right beside the thing, or nearer to another
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

/** The width of words as they are drawn; by the rule of thumb where nothing is drawn. */
export function measured(text: string, height: number, weight: number): number {
  pen ??= typeof CanvasRenderingContext2D === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (!pen) return widthOf(text, height)
  pen.font = `${weight} ${height}px ${getComputedStyle(document.body).fontFamily}`
  return pen.measureText(text).width
}
let pen: CanvasRenderingContext2D | null | undefined

const meet = (a: Box, b: Box): boolean => 2 * Math.abs(a.x - b.x) < a.width + b.width && 2 * Math.abs(a.y - b.y) < a.height + b.height
const inside = (a: Box, b: Box): boolean => 2 * Math.abs(a.x - b.x) <= b.width - a.width && 2 * Math.abs(a.y - b.y) <= b.height - a.height

/** Words for as many things as there is room for, the first ones first: below, above, to a side of them or farther off, and not over others. */
export function labels(wanted: readonly Wanted[], height: number, { others = [], room, far = 0 }: Limits = {}): Label[] {
  const things = wanted.map(({ at: [x, y], radius }): Box => ({ x, y, width: 2 * radius, height: 2 * radius }))
  const taken: Box[] = []
  return wanted.flatMap((one, k) => {
    const width = one.width ?? widthOf(one.text, height)
    const boxes = spots(one, width, height, one.must ? 2 * far : far).map(([x, y]): Box => ({ x, y, width, height }))
    const legible = boxes.filter((box) => (!room || inside(box, room)) && !taken.some((other) => meet(box, other)))
    const shunned = [...things.filter((_, n) => n !== k), ...others]
    const clear = legible.find((box) => !shunned.some((other) => meet(box, other)))
    const found = clear ?? (one.must ? (least(legible, (box) => shunned.reduce((sum, other) => sum + over(box, other), 0)) ?? pushed(boxes[0]!, room)) : undefined)
    if (!found) return []
    taken.push(found)
    const off = Math.hypot(...toWords(one, [found.x, found.y], width, height)) - one.radius
    return [{ ...one, spot: [found.x, found.y], width, far: boxes.indexOf(found) >= NEAR.length || shunned.some((other) => apart(found, other) < off) }]
  })
}

/** How far boxes are apart; 0 if they meet. */
const apart = (a: Box, b: Box): number => Math.hypot(Math.max(0, Math.abs(a.x - b.x) - (a.width + b.width) / 2), Math.max(0, Math.abs(a.y - b.y) - (a.height + b.height) / 2))

/** How much of each other two boxes cover. */
const over = (a: Box, b: Box): number => {
  const along = (from: number, to: number, one: number, other: number): number => Math.max(0, Math.min(one, other, (one + other) / 2 - Math.abs(from - to)))
  return along(a.x, b.x, a.width, b.width) * along(a.y, b.y, a.height, b.height)
}

/** The first of those for which that is least. */
function least<T>(all: readonly T[], of: (one: T) => number): T | undefined {
  let best: { one: T; at: number } | undefined
  for (const one of all) {
    const at = of(one)
    if (!best || at < best.at) best = { one, at }
  }
  return best?.one
}

/** A box put inside the room, as far as it fits. */
const pushed = (box: Box, room: Box | undefined): Box => (room ? { ...box, x: fit(box.x, room.x, room.width, box.width), y: fit(box.y, room.y, room.height, box.height) } : box)
const fit = (value: number, middle: number, all: number, size: number): number => Math.max(middle - Math.max(0, all - size) / 2, Math.min(middle + Math.max(0, all - size) / 2, value))

const NEAR = [[0, 1], [0, -1], [1, 0], [-1, 0]] as const

/** Where words may stand about a thing, the best first: right beside it, then ever farther off. */
function spots(one: Wanted, width: number, height: number, far: number): Point[] {
  const { at: [x, y], radius, above } = one
  const [down, aside] = [radius + (0.5 + GAP) * height, radius + GAP * height + width / 2]
  const near = NEAR.map(([u, v]): Point => [x + u * aside, y + v * (above ? -down : down)])
  if (!far) return near
  const away = steps(far).map(([u, v]): Point => [x + u * height, y + v * height])
  const off = (spot: Point): number => Math.hypot(...toWords(one, spot, width, height))
  return [...near, ...away.filter((spot) => off(spot) > radius + GAP * height).sort((a, b) => off(a) - off(b))]
}

function steps(far: number): Point[] {
  const along = Array.from({ length: 2 * far + 1 }, (_, n) => n - far)
  return along.flatMap((u) => along.map((v): Point => [u, v]))
}

/** How far it is from the middle of a thing to the nearest of its words, along and down. */
export function toWords({ at: [x, y] }: Wanted, [u, v]: Point, width: number, height: number): Point {
  const toEdge = (from: number, to: number, half: number): number => Math.max(0, Math.abs(to - from) - half) * Math.sign(to - from)
  return [toEdge(x, u, width / 2), toEdge(y, v, height / 2)]
}

/** The box around some boxes. */
export function around(boxes: readonly Box[]): Box {
  const [left, right] = [Math.min(...boxes.map(({ x, width }) => x - width / 2)), Math.max(...boxes.map(({ x, width }) => x + width / 2))]
  const [top, bottom] = [Math.min(...boxes.map(({ y, height }) => y - height / 2)), Math.max(...boxes.map(({ y, height }) => y + height / 2))]
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top }
}

const SIDES = [[0, -1], [0, 1], [1, 0], [-1, 0], [1, -1], [-1, -1], [1, 1], [-1, 1]] as const
const ASIDE = [0, 24, 48, 80, 120] // px that words may stand farther off
const COVERED = 60 // px that words may rather stand farther off than cover something
const SHADED = 25 // px that they may rather stand farther off than lie on terrain

/** Where the middle of a box of words goes beside a thing: off it and off the lens, within the room, and over as little else as can be, rather not on the ``ground``; above it if it is all the same. */
export function beside(thing: Box, { width, height }: { width: number; height: number }, gap: number, others: readonly Box[], room: Box, lens: Box | null = null, ground: readonly Box[] = []): Point {
  const boxes = ASIDE.flatMap((more) =>
    SIDES.map(([u, v]): { box: Box; off: number } => {
      const [far, down] = [u * ((thing.width + width) / 2 + gap + more), v * ((thing.height + height) / 2 + gap + more)]
      const box = { x: fit(thing.x + far, room.x, room.width, width), y: fit(thing.y + down, room.y, room.height, height), width, height }
      return { box, off: more + (u && v ? 12 : 0) + COVERED * others.filter((other) => meet(box, other)).length + (ground.some((other) => meet(box, other)) ? SHADED : 0) + (meet(box, thing) ? 10 * COVERED : 0) + (lens && meet(box, lens) ? 20 * COVERED : 0) }
    }),
  )
  const { box } = boxes.reduce((best, next) => (next.off < best.off ? next : best))
  return [box.x, box.y]
}

export interface Round {
  x: number
  y: number
  radius: number
}

const AROUND = Array.from({ length: 16 }, (_, k) => ((k % 2 ? 1 : -1) * Math.ceil(k / 2) * Math.PI) / 8)
const UPPER_RIGHT = -Math.PI / 4
const OFF = [0, 0.3, 0.6, 1, 1.5, 2] // radii of a sign that it may stand farther off

/** Where a round sign goes at the rim of one of some things, so that it covers none of the others; if it must, where it covers least. ``first`` is the angle that is tried first. */
export function freeSpot(things: readonly Round[], radius: number, others: readonly Round[], first = UPPER_RIGHT): Point {
  let best: { spot: Point; room: number } | null = null
  for (const off of OFF)
    for (const thing of things)
      for (const turn of AROUND) {
        const angle = first + turn
        const far = thing.radius + radius * (1 + off)
        const spot: Point = [thing.x + far * Math.cos(angle), thing.y + far * Math.sin(angle)]
        const room = Math.min(0, ...others.map((other) => Math.hypot(other.x - spot[0], other.y - spot[1]) - other.radius - radius + 1e-6))
        if (!best || room > best.room) best = { spot, room }
        if (room === 0) return spot
      }
  return best!.spot
}
