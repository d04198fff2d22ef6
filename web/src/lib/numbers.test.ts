import { afterEach, expect, test } from 'vitest'
import { clockFace, digits, inches, percent, percentage, used } from './numbers'
import { settings } from './settings.svelte'
import { t } from './words.svelte'

afterEach(() => void (settings.language = 'en'))

test('a chance is never rounded to certainty', () => {
  expect([0, 0.001, 0.254, 0.999, 1].map(percent)).toEqual(['0%', '<1%', '25%', '>99%', '100%'])
})

test('what is used up and what is left add up, and no more is promised than there is', () => {
  for (const length of [0.25, 0.3, 2.949, 2.951, 5.999, 6]) {
    expect(used(length)).toBeGreaterThanOrEqual(length - 0.002)
    expect(used(length) - length).toBeLessThan(0.1)
  }
  expect([inches(used(0.25)), inches(6 - used(0.25))]).toEqual(['0.3"', '5.7"'])
})

test('inches and clocks', () => {
  expect([6, 4.24, 0.05].map(inches)).toEqual(['6"', '4.2"', '0.1"'])
  expect([725, 60, 59.2, 9.44, -1].map(clockFace)).toEqual(['12:05', '1:00', '1:00', '9.4', '0.0'])
})

test('numbers are written as the language in use writes them', () => {
  expect([digits(3.46, 1), percentage(0.1234, 2), percentage(0.5), t('{length} long', { length: 2.5 })]).toEqual(['3.5', '12.34%', '50%', '2.5 long'])
  settings.language = 'fr'
  const plain = (text: string): string => text.replace(/\s/g, ' ')
  expect([digits(3.46, 1), inches(4.24), percentage(0.1234, 2), percent(0.14), t('{length} long', { length: 2.5 })].map(plain)).toEqual(['3,5', '4,2"', '12,34 %', '14 %', '2,5 long'])
  expect(clockFace(9.44)).toBe('9,4')
})

test('nothing used up is said without a minus sign', () => {
  expect([inches(used(0)), inches(used(-0.001))]).toEqual(['0"', '0"'])
})
