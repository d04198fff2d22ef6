import { expect, test } from 'vitest'
import type { Label, Option, Question } from '../../lib/protocol'
import { brief, byRows, capital, complete, groups, heading, inLines, listed, reachable, sentence, together, wordy } from './choices'

const label = (title: string, detail = '', figures: string[] = []): Label => ({ title, detail, figures })

const option = (title: string, group: string | null = null, detail = ''): Option => ({
  answer: { type: 'pick', value: title },
  label: label(title, detail),
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
  expect(groups(options, 'MA').map((group) => group.options.map((one) => one.option.label.title))).toEqual([['Maul', 'Mace']])
})

test('another way to use a unit stands beside the unit', () => {
  const unit = (name: string, model: number, group: string | null = null): Option => ({ ...option(name, group), model })
  const [listed, ...more] = groups([unit('Vergers', 3), unit('Provost', 9), unit('Vergers', 3, 'In reserve'), unit('Riders', 5, 'In reserve')])
  expect(listed!.options.map(({ number, ways }) => [number, ways.map((way) => way.number)])).toEqual([[1, [3]], [2, []]])
  expect(more.map((group) => group.options.map((one) => one.number))).toEqual([[4]])
})

test('figures have a line of their own where there are many options', () => {
  const unit = label('vergers', 'near', ['5 models', '80 points'])
  expect(inLines(unit, true)).toEqual({ title: 'Vergers', beside: '5 models, 80 points', more: 'near' })
  expect(inLines(label('Vergers', 'near', ['5 models']), false)).toEqual({ title: 'Vergers (5 models)', beside: '', more: 'near' })
  expect(inLines({ ...unit, brief: ['9" away', 'about 2.5 wounds'] }, false)).toEqual({ title: 'Vergers · 9" away', beside: '', more: 'about 2.5 wounds' })
  expect(inLines(label('Vergers', '', ['5 models', 'charged', 'wounds lost: 1']), false)).toEqual({ title: 'Vergers', beside: '5 models, charged, wounds lost: 1', more: '' })
})

test('a label is a heading with its figures, or a whole sentence', () => {
  const dash = label('dash', 'to the west', ['1AP', 'up to 3"'])
  expect(heading(dash)).toBe('Dash (1AP, up to 3")')
  expect(sentence(dash)).toBe('dash (1AP, up to 3"): to the west')
  expect(heading(label('Bolt'))).toBe('Bolt')
  expect(sentence(label('Shoot', '2:1 at best'))).toBe('Shoot: 2:1 at best')
})

test('what is sought may be anywhere in a label', () => {
  expect(groups([option('Shoot', null, 'Heron'), option('Fight')], 'heron')).toHaveLength(1)
})

test('headings begin with a capital letter', () => {
  expect(capital('écarter')).toBe('Écarter')
  expect(capital('2 × normal')).toBe('2 × normal')
  expect(capital('')).toBe('')
})

test('who cannot be chosen is told by name, what cannot with all of its label', () => {
  const refused = { answer: { type: 'pick', value: 3 } as const, sentence: '', rule: '' }
  expect(brief({ ...refused, label: label('Precentor', '', ['12/12', 'Conceal']), model: 3 })).toBe('Precentor')
  expect(brief({ ...refused, label: label('Fall Back', '', ['2AP']), model: null })).toBe('Fall Back (2AP)')
})

test('what is refused for one reason is told once', () => {
  const acted = { sentence: 'It has acted.', rule: 'TOY-01' }
  expect(together([{ label: label('walk', 'up to 6"'), ...acted }, { label: label('shoot'), sentence: 'It has no gun.', rule: 'TOY-02' }, { label: label('run'), ...acted }])).toEqual([
    { titles: ['Walk', 'Run'], ...acted },
    { titles: ['Shoot'], sentence: 'It has no gun.', rule: 'TOY-02' },
  ])
})

test('options stand in columns where most of them have much to say', () => {
  const listed = (...details: string[]) => details.map((detail, n) => ({ option: option('Bolt', null, detail), number: n + 1 }))
  const long = 'whenever it is shot at, one of its dice is rolled again'
  expect(wordy(listed(long, long, ''))).toBe(true)
  expect(wordy(listed(long, long))).toBe(false)
  expect(wordy(listed('one', 'two', 'three'))).toBe(false)
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
