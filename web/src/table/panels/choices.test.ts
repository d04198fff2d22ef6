import { expect, test } from 'vitest'
import type { Option } from '../../lib/protocol'
import { complete, groups, reachable, split } from './choices'

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

test('dice can be chosen only towards a legal choice', () => {
  const choices = [[0], [1], [0, 1], [2, 3]]
  expect(reachable(choices, [0])).toEqual([[0], [0, 1]])
  expect(complete(choices, [1, 0])).toBe(true)
  expect(complete(choices, [2])).toBe(false)
})
