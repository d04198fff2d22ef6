// @vitest-environment node
import { expect, test } from 'vitest'
import { firstWrong, hash, Stream } from './fair'

// From counteract.core.dice: CommittedDice("ab" * 32)
const SECRET = 'ab'.repeat(32)
const ROLLS = [
  { faces: [3, 3, 6, 3, 6], sides: 6 },
  { faces: [4, 5, 5], sides: 6 },
  { faces: [6, 1, 4, 2, 4, 6, 2, 1, 2, 1, 1, 1, 1, 3, 4, 6, 1, 2, 6, 1, 6, 5, 4, 5, 5, 4, 2, 5, 2, 4, 2, 1, 5, 3, 5, 1, 4, 4, 5, 6], sides: 6 },
  { faces: [2, 1, 1, 2, 3, 3, 3], sides: 3 },
]

test('the commitment is the hash of the secret', async () => {
  expect(await hash(SECRET)).toBe('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a')
})

test('the browser rolls the same dice as the referee', async () => {
  const stream = new Stream(SECRET)
  for (const { faces, sides } of ROLLS) expect(await stream.roll(faces.length, sides)).toEqual(faces)
  expect(await firstWrong(SECRET, ROLLS)).toBeNull()
})

test('a die that was changed is found', async () => {
  const forged = ROLLS.map((roll, n) => (n === 2 ? { ...roll, faces: [5, ...roll.faces.slice(1)] } : roll))
  expect(await firstWrong(SECRET, forged)).toBe(2)
})
