import { expect, test } from 'vitest'
import { last, unread } from './reading'

const chat = [0, 1, 1, null].map((side, k) => ({ number: k + 1, name: '', side, text: 'hello', at: 0 }))

test('what others have said since is to be read', () => {
  expect(unread(chat, 0, [1])).toBe(2)
  expect(unread(chat, 2, [0])).toBe(2)
  expect(unread(chat, 1, [])).toBe(3)
  expect(unread(chat, 0, [0, 1])).toBe(1)
  expect(unread(chat, last(chat), [0])).toBe(0)
})

test('what was there from the beginning has been read', () => {
  expect(unread(chat, null, [0])).toBe(0)
  expect(last([])).toBe(0)
})
