import { expect, test } from 'vitest'
import { clockFace, inches, percent } from './numbers'

test('a chance is never rounded to certainty', () => {
  expect([0, 0.001, 0.254, 0.999, 1].map(percent)).toEqual(['0%', '<1%', '25%', '>99%', '100%'])
})

test('inches and clocks', () => {
  expect([6, 4.24, 0.05].map(inches)).toEqual(['6"', '4.2"', '0.1"'])
  expect([725, 60, 59.2, 9.44, -1].map(clockFace)).toEqual(['12:05', '1:00', '1:00', '9.4', '0.0'])
})
