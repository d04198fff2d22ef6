import { expect, test } from 'vitest'
import { linked, marked, search, type Rule } from './rules'

const rule = (id: string, title: string, text: string): Rule => ({ id, ruleset: 'toy', section: 'X', heading: 'X', tags: [], see: [], title, text })
const RULES = [rule('TOY-A-01', 'Tirer', 'On tire de près.'), rule('TOY-A-02', 'Près du mur', 'À couvert.'), rule('TOY-B-01', 'Mêlée', 'Au contact.')]

test('search looks past accents and case, and puts titles first', () => {
  expect(search(RULES, 'PRES').map((found) => found.id)).toEqual(['TOY-A-02', 'TOY-A-01'])
  expect(search(RULES, 'melee').map((found) => found.id)).toEqual(['TOY-B-01'])
  expect(search(RULES, 'b-01 contact').map((found) => found.id)).toEqual(['TOY-B-01'])
  expect(search(RULES, '  ')).toEqual(RULES)
})

test('ids within a text become links', () => {
  expect(linked('See TOY-WR-HOT-01, then go on.')).toEqual([
    { text: 'See ', rule: null },
    { text: 'TOY-WR-HOT-01', rule: 'TOY-WR-HOT-01' },
    { text: ', then go on.', rule: null },
  ])
  expect(linked('(BANNERS-GEN-04)').map((part) => part.rule)).toEqual([null, 'BANNERS-GEN-04', null])
})

test('words that are looked for are marked, past accents and case', () => {
  expect(marked('À couvert, près', 'PRES a')).toEqual([
    { text: 'À', hit: true },
    { text: ' couvert, ', hit: false },
    { text: 'près', hit: true },
  ])
  expect(marked('掩护之中', '掩护')).toEqual([
    { text: '掩护', hit: true },
    { text: '之中', hit: false },
  ])
  expect(marked('as it is', '')).toEqual([{ text: 'as it is', hit: false }])
})
