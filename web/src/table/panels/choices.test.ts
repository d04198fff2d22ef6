import { expect, test } from 'vitest'
import type { Option, Question } from '../../lib/protocol'
import { brief, byRows, capital, complete, groups, listed, reachable, split, together, wordy } from './choices'

const option = (label: string, group: string | null = null): Option => ({
  answer: { type: 'pick', value: label },
  label,
  group,
  model: null,
  at: null,
  foresight: false,
})

test('options keep their numbers when they are grouped and sought', () => {
  const options = [option('Bolt'), option('Maul', 'Melee'), option('Blaze'), option('Mace', 'Melee')]
  expect(groups(options).map((group) => [group.name, group.options.map((one) => one.number)])).toEqual([
    [null, [1, 3]],
    ['Melee', [2, 4]],
  ])
  expect(groups(options, 'MA').map((group) => group.options.map((one) => one.option.label))).toEqual([['Maul', 'Mace']])
})

test('a label is split at its colon in every language', () => {
  expect(split('Engage: may shoot')).toEqual({ title: 'Engage', more: 'may shoot' })
  expect(split('交战：可以射击')).toEqual({ title: '交战', more: '可以射击' })
  expect(split('Dash (1AP)')).toEqual({ title: 'Dash (1AP)', more: '' })
})

test('labels begin with a capital letter', () => {
  expect(split('strike with a critical: 4 damage')).toEqual({ title: 'Strike with a critical', more: '4 damage' })
  expect(capital('écarter')).toBe('Écarter')
  expect(capital('2 × normal')).toBe('2 × normal')
  expect(capital('')).toBe('')
})

test('who cannot be chosen is told by name, what cannot with all of its label', () => {
  const refused = { answer: { type: 'pick', value: 3 } as const, sentence: '', rule: '' }
  expect(brief({ ...refused, label: 'Precentor (12/12, Conceal)', model: 3 })).toBe('Precentor')
  expect(brief({ ...refused, label: '领唱者（12/12，隐匿）', model: 3 })).toBe('领唱者')
  expect(brief({ ...refused, label: 'Fall Back (2AP)', model: null })).toBe('Fall Back (2AP)')
})

test('what is refused for one reason is told once', () => {
  const acted = { sentence: 'It has acted.', rule: 'TOY-01' }
  expect(together([{ label: 'walk: up to 6"', ...acted }, { label: 'shoot', sentence: 'It has no gun.', rule: 'TOY-02' }, { label: 'run', ...acted }])).toEqual([
    { titles: ['Walk', 'Run'], ...acted },
    { titles: ['Shoot'], sentence: 'It has no gun.', rule: 'TOY-02' },
  ])
})

test('options stand in columns where most of them have much to say', () => {
  const listed = (...labels: string[]) => labels.map((label, n) => ({ option: option(label), number: n + 1 }))
  const long = 'whenever it is shot at, one of its dice is rolled again'
  expect(wordy(listed(`A: ${long}`, `B: ${long}`, 'C'))).toBe(true)
  expect(wordy(listed(`A: ${long}`, `B: ${long}`))).toBe(false)
  expect(wordy(listed('A: one', 'B: two', 'C: three'))).toBe(false)
})

test('a few ways to share are looked through; many, or rows to be asked about, are shared out row by row', () => {
  const question = (count: number, total: number | null, most: number[]): Question =>
    ({ options: Array.from({ length: count }, (_, n) => option(String(n))), allocate: { names: [], total, most } }) as unknown as Question
  expect(byRows(question(5, null, [1, 0]))).toBe(false)
  expect(byRows(question(5, 4, [4, 0]))).toBe(true)
  expect(byRows(question(40, 4, [4, 4]))).toBe(true)
})

test('dice can be chosen only towards a legal choice', () => {
  const choices = [[0], [1], [0, 1], [2, 3]]
  expect(reachable(choices, [0])).toEqual([[0], [0, 1]])
  expect(complete(choices, [1, 0])).toBe(true)
  expect(complete(choices, [2])).toBe(false)
})

test('only options that stand in a list have numbers', () => {
  const asked = (more: object): boolean => listed({ kind: 'pick', options: [option('Bolt')], ...more } as Question)
  expect(asked({})).toBe(true)
  expect([asked({ kind: 'path' }), asked({ kind: 'place' }), asked({ dice: { uses: [{}] } }), asked({ pools: [] })]).toEqual([false, false, false, false])
})
