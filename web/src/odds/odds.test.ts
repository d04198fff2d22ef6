import { expect, test } from 'vitest'
import { columns, csv, every, ticks, wounds } from './answers'
import { aimOf, asKind, behindCell, body, brought, heading, named, read, saidOf, swapped, usual, withFighter, withTerm, withWeapon, write, type Question, type Sheet, type Term } from './asking'

const term = (name: string, more: Partial<Term> = {}): Term => ({
  name,
  place: 'defender',
  kind: 'flag',
  label: name,
  help: '',
  usual: false,
  least: null,
  most: null,
  choices: [],
  written: '',
  ...more,
})
const number = (name: string, usual: number, least: number, most: number): Term => term(name, { kind: 'number', place: 'dice', usual, least, most })
const objective = (...ids: string[]): Term => term('objective', { kind: 'choice', place: 'play', usual: ids[0]!, choices: ids.map((id) => ({ id, name: id, summary: '' })) })
const STANDING = [term('cover', { written: 'in cover' }), term('vantage', { written: 'seen from above' })]

const operative = (id: string, wounds: number, ignore: number | null = null): Sheet['teams'][number]['operatives'][number] => ({
  id,
  name: id,
  figures: [],
  text: 'save 3+, wounds 12',
  wounds,
  ignore,
  weapons: [
    { id: `${id}/gun`, name: 'Gun', kind: 'ranged', figures: [], text: '4 3+ 3/4', terms: {} },
    { id: `${id}/knife`, name: 'Knife', kind: 'melee', figures: [], text: '3 4+ 3/4', terms: {} },
  ],
})
const SHEET: Sheet = {
  ruleset: 'toy',
  name: 'Toy',
  words: { damage: 'damage', out: 'out', hurt: 'hurt' },
  several: true,
  unarmed: true,
  cards: Object.fromEntries(['weapon', 'target', 'attacker', 'defender'].map((card) => [card, { form: '', example: '4 4+ 3/4' }])) as Sheet['cards'],
  shoot: [...STANDING, number('shots', 1, 1, 10), number('rerolls', 0, 0, 6), objective('damage', 'incapacitate'), term('split', { kind: 'text', place: 'play', usual: '' })],
  fight: [
    term('attacker_wounds', { kind: 'text', usual: '' }),
    term('defender_wounds', { kind: 'text', usual: '' }),
    number('attacker_ignore', 0, 2, 6),
    number('defender_ignore', 0, 2, 6),
    number('rerolls', 0, 0, 6),
    number('defender_rerolls', 0, 0, 6),
    term('strikes_back', { usual: true }),
    objective('difference', 'remove'),
  ],
  table: [...STANDING, number('rerolls', 0, 0, 6), objective('damage', 'incapacitate')],
  teams: [
    { id: 'reds', name: 'Reds', operatives: [operative('reds/one', 10)] },
    { id: 'blues', name: 'Blues', operatives: [operative('blues/two', 8, 5)] },
  ],
  granted: [],
}
const there = (question: Question): Question => read(write(question, SHEET), SHEET)
const SHOT = usual(SHEET, 'shoot')

test('one begins with cards of two teams', () => {
  expect([SHOT.weapon, SHOT.targets[0]!.text, SHOT.attacker, SHOT.defender]).toEqual(['reds/one/gun', 'blues/two', 'reds/one/knife', 'blues/two/knife'])
  expect(named(SHEET, 'weapon', 'reds/one/gun')?.row.bearer.wounds).toBe(10)
  expect(named(SHEET, 'weapon', 'reds/one/knife')).toBeNull()
})

test.each<[string, Question]>([
  ['a shot', SHOT],
  ['a shot by hand', { ...SHOT, weapon: '5 3+ 3/4; Piercing 1, Balanced & more', terms: { shots: 3, objective: 'incapacitate' } }],
  ['a target in cover', { ...SHOT, targets: [{ text: 'save 3+, wounds 12', said: ['cover'] }] }],
  ['several targets', { ...SHOT, targets: [{ text: 'save 3+, wounds 12', said: ['cover', 'vantage'] }, { text: 'blues/two', said: [] }] }],
  ['a fight', { ...SHOT, kind: 'fight', terms: { attacker_wounds: '5 of 12', strikes_back: false } }],
  ['a fight with somebody unarmed', { ...SHOT, kind: 'fight', defender: '' }],
  ['a table', { ...SHOT, kind: 'table', team: 'blues', against: 'reds', terms: { cover: true, rerolls: 2 } }],
])('the address brings back %s', (_, question) => {
  expect(there(question)).toEqual(question)
})

test('an address that makes no sense is read as far as it does', () => {
  const found = read('?odds=dance&shots=99&rerolls=x&objective=fame&cover=1', SHEET)
  expect(found).toEqual({ ...SHOT, targets: [{ text: 'blues/two', said: ['cover'] }] })
  expect(heading('?odds=fight&ruleset=toy')).toEqual({ kind: 'fight', ruleset: 'toy' })
  expect(aimOf(SHEET, 'save 3+, in cover, wounds 12')).toEqual({ text: 'save 3+, wounds 12', said: ['cover'] })
})

test('the server is asked with what is said, and with nothing else', () => {
  expect(body(SHOT, SHEET)).toEqual({ ruleset: 'toy', weapon: 'reds/one/gun', target: 'blues/two' })
  expect(body({ ...SHOT, targets: [{ text: 'blues/two', said: ['cover'] }], terms: { shots: 2 } }, SHEET)).toMatchObject({ cover: true, shots: 2, target: 'blues/two' })
  const two = { ...SHOT, targets: [{ text: 'blues/two', said: ['cover'] }, SHOT.targets[0]!], terms: { split: '3, 2' } }
  expect(body(two, SHEET)).toEqual({ ruleset: 'toy', weapon: 'reds/one/gun', target: ['blues/two, in cover', 'blues/two'], split: [3, 2] })
  expect(body({ ...SHOT, kind: 'fight', defender: '' }, SHEET)).toEqual({ ruleset: 'toy', attacker: 'reds/one/knife', defender: null })
})

test('whoever is seen from above is in cover', () => {
  const above = saidOf({ text: 'x', said: [] }, 'vantage', true)
  expect(above.said).toEqual(['cover', 'vantage'])
  expect(saidOf(above, 'cover', false).said).toEqual([])
  expect(saidOf(above, 'vantage', false).said).toEqual(['cover'])
})

test('terms go with the kind of question that knows them', () => {
  const asked = { ...SHOT, terms: { shots: 2, rerolls: 1, objective: 'incapacitate' } }
  expect(asKind(SHEET, asked, 'fight').terms).toEqual({ rerolls: 1 })
  expect(withTerm(asked, SHEET.shoot[2]!, undefined).terms).toEqual({ rerolls: 1, objective: 'incapacitate' })
})

test('who goes on by hand keeps the wounds of the card', () => {
  const card = SHEET.teams[1]!.operatives[0]!
  const byHand = withFighter(SHEET, { ...SHOT, kind: 'fight' }, 'defender', '3 4+ 3/4', card)
  expect([byHand.defender, byHand.terms]).toEqual(['3 4+ 3/4', { defender_wounds: '8', defender_ignore: 5 }])
  const own = withFighter(SHEET, { ...SHOT, kind: 'fight' }, 'attacker', '3 4+ 3/4', card)
  expect(own.terms).toEqual({ attacker_wounds: '8', attacker_ignore: 5 })
  expect(withFighter(SHEET, own, 'attacker', '3 4+ 3/5').terms).toEqual(own.terms)
  expect(withFighter(SHEET, own, 'attacker', 'reds/one/knife').terms).toEqual({})
})

test('both sides change places with all that is theirs', () => {
  const asked = { ...SHOT, kind: 'fight' as const, terms: { attacker_wounds: '5', rerolls: 1 } }
  const turned = swapped(asked)
  expect([turned.attacker, turned.terms]).toEqual(['blues/two/knife', { defender_wounds: '5', defender_rerolls: 1 }])
  expect(swapped(turned)).toEqual(asked)
})

test('a cell of a table leads to the question behind it', () => {
  const table = { ...SHOT, kind: 'table' as const, terms: { cover: true, rerolls: 1, objective: 'incapacitate' } }
  const shot = behindCell(SHEET, table, 'shoot', 'reds/one/gun', 'blues/two')!
  expect(body(shot, SHEET)).toEqual({ ruleset: 'toy', weapon: 'reds/one/gun', target: 'blues/two', cover: true, rerolls: 1, objective: 'incapacitate' })
  const fight = behindCell(SHEET, table, 'fight', 'reds/one/knife', 'blues/two', 'blues/two/axe')!
  expect(body(fight, SHEET)).toEqual({ ruleset: 'toy', attacker: 'reds/one/knife', defender: 'blues/two/axe', rerolls: 1, objective: 'remove' })
  const plain = behindCell(SHEET, { ...table, terms: { objective: 'capped' } }, 'fight', 'reds/one/knife', 'blues/two')!
  expect(body(plain, SHEET)).toEqual({ ruleset: 'toy', attacker: 'reds/one/knife', defender: null })
  expect(behindCell({ ...SHEET, unarmed: false }, table, 'fight', 'reds/one/knife', 'blues/two')).toBeNull()
  expect(behindCell(SHEET, table, 'fight', '', 'blues/two', 'blues/two/axe')).toBeNull()
})

test('a weapon of a unit brings with it how many shoot', () => {
  const models = number('models', 1, 1, 30)
  const unit = operative('greens/file', 5)
  unit.weapons[0]!.terms = { models: 3 }
  const sheet = { ...SHEET, shoot: [...SHEET.shoot, models], teams: [...SHEET.teams, { id: 'greens', name: 'Greens', operatives: [unit] }] }
  const three = withWeapon(sheet, { ...SHOT, terms: { models: 2, shots: 2 } }, 'greens/file/gun')
  expect([brought(sheet, three), three.terms]).toEqual([{ models: 3 }, { shots: 2 }])
  const one = withTerm(three, models, 1)
  expect(read(write(one, sheet), sheet)).toEqual(one) // 1 is not what the unit brings
  expect(read(write(one, sheet).replace('models=1', 'models=3'), sheet).terms).toEqual({ shots: 2 })
  expect(withWeapon(sheet, three, '4 3+ 3/4').terms).toEqual({ models: 3, shots: 2 })
  expect(withWeapon(sheet, one, '4 3+ 3/4').terms).toEqual({ models: 1, shots: 2 })
  expect(withWeapon(sheet, three, 'reds/one/gun').terms).toEqual({ shots: 2 })
})

test('a distribution has a column for each value, as far as it is worth drawing', () => {
  const found = columns({ 0: 0.5, 3: 0.4998, 9: 0.0002 }, [4])
  expect(found.map((column) => column.value)).toEqual([0, 1, 2, 3, 4])
  expect(found.map((column) => Number(column.reached.toFixed(4)))).toEqual([1, 0.5, 0.5, 0.5, 0.0002])
  expect(columns({ 0: 1 }, [12])).toHaveLength(13)
})

test('axes have round numbers', () => {
  expect(ticks(0.2, 4)).toEqual([0, 0.05, 0.1, 0.15, 0.2])
  expect(ticks(0.23, 4)).toEqual([0, 0.1, 0.2, 0.3])
  expect(ticks(1, 4)).toEqual([0, 0.5, 1])
  expect([every(10, 20), every(30, 20), every(99, 20)]).toEqual([1, 2, 5])
})

test('wounds left of either side add up', () => {
  const joint: [number, number, number][] = [[2, 1, 0.5], [2, 0, 0.25], [0, 1, 0.25]]
  expect([wounds(joint, 0, 2), wounds(joint, 1, 1)]).toEqual([[0.25, 0, 0.75], [0.25, 0.75]])
})

test('a table becomes lines for a spreadsheet', () => {
  const grid = { weapons: ['Gun (A, B)'], targets: ['Two'], weapon_ids: [''], target_ids: [''], not_computed: [], expected: [[1.5]], incapacitate: [[0.25]] }
  expect(csv({ ranged: grid, melee: null })).toBe('kind,weapon,target,expected,taken,incapacitate\nranged,"Gun (A, B)",Two,1.5,,0.25\n')
})
