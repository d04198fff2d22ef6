import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { flag, mark, outline, sign } from './sides'

const css = readFileSync('src/lib/theme.css', 'utf8')
const SIDES = [0, 1, 2, 3]
const PAIRS = SIDES.flatMap((a) => SIDES.slice(a + 1).map((b) => [a, b] as const))

type Colour = [number, number, number]

/** The colours of a palette, in linear light. */
function palette(theme: string): (name: string) => Colour {
  const block = css.slice(css.indexOf(`[data-theme='${theme}']`))
  return (name) => {
    const [, hex] = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(block)!
    return [0, 2, 4].map((n) => parseInt(hex!.slice(n, n + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Colour
  }
}

const times = (matrix: number[][], colour: readonly number[]): Colour => matrix.map((row) => row.reduce((sum, part, n) => sum + part * colour[n]!, 0)) as Colour
const light = (colour: Colour): number => times([[0.2126, 0.7152, 0.0722]], colour)[0]
const contrast = (a: Colour, b: Colour): number => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)

/** What is seen of a colour by those who lack one kind of cones (Machado, Oliveira and Fernandes, 2009). */
const EYES = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  'no red': [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  'no green': [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  'no blue': [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}

function oklab(colour: Colour): Colour {
  const cones = times([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]], colour.map((c) => Math.min(1, Math.max(0, c))))
  return times([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]], cones.map(Math.cbrt))
}
const apart = (eye: number[][], a: Colour, b: Colour): number => Math.hypot(...oklab(times(eye, a)).map((part, n) => part - oklab(times(eye, b))[n]!))

for (const theme of ['dark', 'light']) {
  const colour = palette(theme)

  test(`names of sides can be read on every ground, in ${theme} colours`, () => {
    for (const side of SIDES) for (const ground of ['ground', 'panel', 'raised']) expect(contrast(colour(`side-${side}`), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test(`sides are told apart by whatever eyes, in ${theme} colours`, () => {
    for (const eye of Object.values(EYES)) for (const [a, b] of PAIRS) expect(apart(eye, colour(`side-${a}`), colour(`side-${b}`))).toBeGreaterThan(0.075)
  })

  test(`no side has the colour of an order, in ${theme} colours`, () => {
    for (const side of SIDES) for (const order of ['engage', 'conceal']) expect(apart(EYES.all, colour(`side-${side}`), colour(order))).toBeGreaterThan(0.1)
  })
}

/** Points along an outline: its corners, and what is between them where a side is round. */
function points(path: string): [number, number][] {
  const found: [number, number][] = []
  for (const [, kind, numbers] of path.matchAll(/([MLA])([^MLAZ]*)/g)) {
    const [x, y] = numbers!.trim().split(/[ ,]+/).map(Number).slice(-2) as [number, number]
    const from = found.at(-1)
    if (kind === 'A' && from) {
      const r = Number(numbers!.trim().split(' ')[0])
      const [dx, dy] = [x - from[0], y - from[1]]
      const high = Math.sqrt(Math.max(0, r * r - (dx * dx + dy * dy) / 4)) / Math.hypot(dx, dy)
      const middle = [(from[0] + x) / 2 - dy * high, (from[1] + y) / 2 + dx * high] as const // a small arc that turns to the right
      const start = Math.atan2(from[1] - middle[1], from[0] - middle[0])
      const wide = (Math.atan2(y - middle[1], x - middle[0]) - start + 4 * Math.PI) % (2 * Math.PI)
      for (let k = 1; k < 16; k++) found.push([middle[0] + r * Math.cos(start + (k * wide) / 16), middle[1] + r * Math.sin(start + (k * wide) / 16)])
    }
    found.push([x, y])
  }
  return found
}

/** Whether a point is within an outline. */
const within = (x: number, y: number, around: [number, number][]): boolean =>
  around.filter(([ax, ay], n) => {
    const [bx, by] = around[(n + 1) % around.length]!
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)
  }).length % 2 === 1

test('what is in the middle of a base differs in a good part of its area from that of every other side', () => {
  const grid = Array.from({ length: 81 }, (_, k) => (k - 40) / 40 + 0.003)
  const inside = SIDES.map((side) => points(outline(side, 1))).map((around) => grid.flatMap((x) => grid.map((y) => within(x, y, around))))
  const round = inside[0]!.filter(Boolean).length
  expect(round / grid.length ** 2).toBeCloseTo(Math.PI / 4, 1)
  for (const [a, b] of PAIRS) expect(inside[a]!.filter((here, n) => here !== inside[b]![n]).length / round, `${sign(a)} and ${sign(b)}`).toBeGreaterThan(0.18)
})

test('sides are told apart by shape as well', () => {
  for (const look of [sign, (side: number) => outline(side, 1), (side: number) => mark(side, 1), (side: number) => flag(side, 1)]) expect(new Set(SIDES.map(look)).size).toBe(SIDES.length)
})
