import { expect, test } from 'vitest'
import { labels, widthOf } from './labels'

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
  expect(labels([want(0, 0)], 10, [{ x: 0, y: 15, width: 4, height: 4 }])[0]!.spot).toEqual([0, -12.5])
})

test('Chinese letters are wider', () => {
  expect(widthOf('不可见', 10)).toBe(30)
  expect(widthOf('abc', 10)).toBeLessThan(20)
})
