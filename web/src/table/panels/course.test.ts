import { expect, test } from 'vitest'
import { beside, ranks } from './course'

test('who has the most comes first, and of equals the first', () => {
  expect(ranks([2, 5, 2])).toEqual([1, 0, 2])
  expect(ranks([0, 0])).toEqual([0, 1])
})

test('numbers that would lie over each other are moved apart, about where they belong', () => {
  expect(beside([10, 40], 11)).toEqual([10, 40])
  expect(beside([20, 20, 60], 10)).toEqual([20, 30, 60])
  expect(beside([20, 20], 10)).toEqual([15, 25])
})
