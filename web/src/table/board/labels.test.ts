import { expect, test } from 'vitest'
import { beside, freeSpot, labels, toWords, widthOf } from './labels'

const want = (x: number, y: number, text = 'obscured') => ({ text, at: [x, y] as const, radius: 5 })

test('words stand below what they are about', () => {
  expect(labels([want(0, 0)], 10).map((label) => label.spot)).toEqual([[0, 12.5]])
})

test('words give way to each other and to other things, or are left out', () => {
  const [first, second] = labels([want(0, 0), want(20, 0)], 10)
  expect(first!.spot).toEqual([0, 12.5])
  expect(second!.spot).toEqual([20, -12.5])
  expect(labels([want(0, 0), want(0, 14)], 10)[0]!.spot).toEqual([0, -12.5])
  const crowd = Array.from({ length: 12 }, (_, n) => want(3 * n, 0))
  expect(labels(crowd, 10).length).toBeLessThan(crowd.length)
})

test('names stand above rather than below', () => {
  expect(labels([{ ...want(0, 0), above: true }], 10)[0]!.spot).toEqual([0, -12.5])
})

test('words keep clear of what nobody wants words for', () => {
  expect(labels([want(0, 0)], 10, { others: [{ x: 0, y: 15, width: 4, height: 4 }] })[0]!.spot).toEqual([0, -12.5])
})

test('Chinese letters are wider', () => {
  expect(widthOf('不可见', 10)).toBe(30)
  expect(widthOf('abc', 10)).toBeLessThan(20)
})

test('words stay in the picture', () => {
  const room = { x: 0, y: 0, width: 200, height: 100 }
  expect(labels([want(0, 45)], 10, { room })[0]!.spot).toEqual([0, 32.5])
  const [label] = labels([want(97, 40)], 10, { room, far: 6 })
  expect(label!.spot[0] + label!.width / 2).toBeLessThanOrEqual(100)
  expect(label!.spot[1]).toBeLessThanOrEqual(45)
})

test('words that have no room beside a thing stand as near to it as they can, and not on it', () => {
  const crowd = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => ({ x: 12 * (i - 1), y: 12 * (j - 1), width: 10, height: 10 })))
  const others = crowd.filter(({ x, y }) => x || y)
  expect(labels([want(0, 0)], 10, { others })).toEqual([])
  const [label] = labels([want(0, 0)], 10, { others, far: 8 })
  expect(label!.far).toBe(true)
  expect(Math.hypot(...toWords(label!, label!.spot, label!.width, 10))).toBeLessThan(30)
  const box = { x: label!.spot[0], y: label!.spot[1], width: label!.width, height: 10 }
  for (const { x, y, width, height } of crowd) expect(2 * Math.abs(x - box.x) >= width + box.width || 2 * Math.abs(y - box.y) >= height + box.height).toBe(true)
})

test('words that must be told are told even over others, but not over other words', () => {
  const others = [{ x: 0, y: 0, width: 500, height: 500 }]
  expect(labels([want(0, 0)], 10, { others })).toEqual([])
  const [first, second] = labels([{ ...want(0, 0), must: true }, { ...want(0, 0), must: true }], 10, { others })
  expect(second!.spot).not.toEqual(first!.spot)
})

test('words that must be told go farther off first, are never cut, and cover the least', () => {
  const others = [{ x: 0, y: 0, width: 200, height: 90 }]
  expect(labels([want(0, 0)], 10, { others, far: 4 })).toEqual([])
  const [label] = labels([{ ...want(0, 0), must: true }], 10, { others, far: 4 })
  expect(label).toMatchObject({ far: true })
  expect(Math.abs(label!.spot[1])).toBeGreaterThanOrEqual(50)
  const room = { x: 0, y: 0, width: 60, height: 400 }
  const [wide] = labels([{ ...want(-25, 0), must: true, width: 58 }], 10, { room })
  expect(Math.abs(wide!.spot[0])).toBeLessThanOrEqual(1)
})

test('words that are nearer to another thing are tied to theirs', () => {
  expect(labels([want(0, 0)], 10)[0]!.far).toBe(false)
  expect(labels([want(0, 0)], 10, { others: [{ x: 0, y: 24, width: 10, height: 10 }] })[0]!.far).toBe(true)
})

const ROOM = { x: 100, y: 100, width: 200, height: 200 }

test('words stand above what is held, and where they cover nobody', () => {
  const held = { x: 100, y: 100, width: 40, height: 20 }
  const size = { width: 30, height: 10 }
  expect(beside(held, size, 5, [], ROOM)).toEqual([100, 80])
  expect(beside(held, size, 5, [{ x: 100, y: 80, width: 8, height: 8 }], ROOM)).toEqual([100, 120])
  const about = [80, 120].map((y) => ({ x: 100, y, width: 8, height: 8 }))
  expect(beside(held, size, 5, about, ROOM)).toEqual([140, 100])
  expect(beside(held, size, 5, [], ROOM, { x: 100, y: 60, width: 132, height: 60 })).toEqual([100, 120])
  expect(beside({ ...held, y: 8 }, size, 5, [], ROOM)[1]).toBeGreaterThan(18)
})

test('a sign stands at a rim where it covers nobody, or as few as can be', () => {
  const clear = (spot: readonly number[], other: { x: number; y: number }): boolean => Math.hypot(other.x - spot[0]!, other.y - spot[1]!) >= 2 - 1e-3
  const crowd = [-2, 0, 2].flatMap((x) => [-2, 0, 2].map((y) => ({ x, y, radius: 1 })))
  const spot = freeSpot(crowd, 1, crowd)
  for (const one of crowd) expect(clear(spot, one)).toBe(true)
  expect(freeSpot([{ x: 0, y: 0, radius: 1 }], 1, [])).toEqual([expect.closeTo(Math.SQRT2), expect.closeTo(-Math.SQRT2)])
})
