// Where words beside things go, so that they cover neither those things nor each other.

export interface Box {
  x: number // of its middle
  y: number
  width: number
  height: number
}
export interface Wanted {
  text: string
  at: readonly [number, number] // the middle of the thing
  radius: number
  above?: boolean // rather than below
}
export interface Label extends Wanted {
  spot: readonly [number, number] // the middle of the words
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

/** Words for as many things as there is room for, the first ones first: below, above, or to a side of them, and not over others. */
export function labels(wanted: readonly Wanted[], height: number, others: readonly Box[] = []): Label[] {
  const things = wanted.map(({ at: [x, y], radius }): Box => ({ x, y, width: 2 * radius, height: 2 * radius }))
  const taken: Box[] = []
  return wanted.flatMap((one, k) => {
    const width = widthOf(one.text, height)
    const [x, y] = one.at
    const [down, aside] = [one.radius + (0.5 + GAP) * height, one.radius + GAP * height + width / 2]
    const near = one.above ? -down : down
    const spots = [[x, y + near], [x, y - near], [x + aside, y], [x - aside, y]] as const
    const free = spots.find(([u, v]) => {
      const box = { x: u, y: v, width, height }
      return !taken.some((other) => meet(box, other)) && !things.some((other, n) => n !== k && meet(box, other)) && !others.some((other) => meet(box, other))
    })
    if (!free) return []
    taken.push({ x: free[0], y: free[1], width, height })
    return [{ ...one, spot: free }]
  })
}
