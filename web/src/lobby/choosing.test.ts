import { expect, test } from 'vitest'
import { body, canBe, limitsOf, opponentOf, usual, valueOf, withMission, withOpponent, withOption, withPlayer, withSides, withTeam, THEIRS, type Mission, type Ruleset } from './choosing'

const option = { name: 'guard', label: 'Guard', help: '', kind: 'flag' as const, choices: [], default: false, values: 'on or off', least: null, most: null, whole: false }
const turns = { name: 'turns', label: 'Turns', help: '', kind: 'number' as const, choices: [], default: 5, values: 'a whole number from 1 to 10', least: 1, most: 10, whole: true }
const mission = (id: string, sides: number[], usual = {}): Mission => ({ id, name: id, summary: '', usual, sides, allies: [] })
const ruleset: Ruleset = {
  id: 'toy',
  name: 'Toy',
  about: '',
  sides: [2, 3, 4],
  positions: true,
  options: [option],
  teams: [],
  killzones: [],
  missions: [mission('default', [2]), mission('fair', [3]), mission('pairs', [4]), mission('none', [])],
  defaults: { sides: 2, teams: ['a', 'b', 'c', 'd'], killzone: 'foundry', mission: 'default', missions: { 2: 'default', 3: 'fair', 4: 'pairs' } },
  players: [],
}

test('what is as usual is not said', () => {
  const wish = withOption(usual(ruleset), option, undefined, true)
  expect(wish.options).toEqual({ guard: true })
  expect(withOption(wish, option, undefined, false).options).toEqual({})
})

test('a number is one that an option can have, or it is said which those are', () => {
  const any = { ...turns, least: null, most: null, whole: false }
  expect([1, 10, 0, 11, 54, 2.5].map((value) => canBe(turns, value))).toEqual([true, true, false, false, false, false])
  expect([-3, 2.5].map((value) => canBe(any, value))).toEqual([true, true])
  expect(limitsOf(turns)).toBe('Turns: a whole number from 1 to 10.')
})

test('a mission settles some options', () => {
  const short = mission('short', [2], { turns: 4 })
  const wish = withMission({ ...usual(ruleset), options: { turns: 7, guard: true } }, short)
  expect(wish).toMatchObject({ mission: 'short', options: { guard: true } })
  expect(valueOf(wish, turns, short)).toBe(4)
  const longer = withOption(wish, turns, short, 5)
  expect(longer.options).toEqual({ guard: true, turns: 5 })
  expect(withOption(longer, turns, short, 4).options).toEqual({ guard: true })
})

test('who chooses nothing plays against the machine', () => {
  expect(body(usual(ruleset), 'Ada')).toMatchObject({ teams: ['a', 'b'], seats: [{ kind: 'me' }, { kind: 'program', level: 'novice' }], name: 'Ada' })
})

test('two sides are played in one of four ways', () => {
  for (const opponent of ['program', 'hot-seat', 'link', 'watch'] as const) expect(opponentOf(withOpponent(usual(ruleset), opponent))).toBe(opponent)
  expect(withOpponent(usual(ruleset), 'hot-seat').seats).toEqual([{ kind: 'me' }, { kind: 'me' }])
})

test('a friend far away may choose a team, until one is chosen', () => {
  const wish = withTeam(withOpponent(usual(ruleset), 'link'), ruleset, 1, THEIRS)
  expect(wish).toMatchObject({ teams: ['a', 'b'], seats: [{ kind: 'me' }, { kind: 'link', chooses: true }] })
  expect(withTeam(wish, ruleset, 1, 'c')).toMatchObject({ teams: ['a', 'c'], seats: [{ kind: 'me' }, { kind: 'link', chooses: false }] })
})

test('programs among themselves play without a clock', () => {
  expect(body({ ...withOpponent(usual(ruleset), 'watch'), clock: { minutes: 5, increment: 5 } }, '')).toMatchObject({ clock: null })
})

test('nobody is away where no friend is far away', () => {
  const wish = { ...withOpponent(usual(ruleset), 'link'), stand_in: 3 }
  expect(body(usual(ruleset), '')).toMatchObject({ stand_in: null })
  expect(body(wish, '')).toMatchObject({ stand_in: 3 })
  expect(body(withOpponent(wish, 'hot-seat'), '')).toMatchObject({ stand_in: null })
})

test('more sides have teams, players and a mission that is for them', () => {
  const three = withSides(withTeam(usual(ruleset), ruleset, 0, 'd'), ruleset, 3)
  expect(three).toMatchObject({ teams: ['d', 'b', 'c'], mission: 'fair' })
  expect(three.seats.map((seat) => seat.kind)).toEqual(['me', 'program', 'program'])
  const four = withSides(withPlayer({ ...three, mission: 'none' }, 2, { kind: 'link', chooses: false }), ruleset, 4)
  expect(four).toMatchObject({ teams: ['d', 'b', 'c', 'd'], mission: 'none' })
  expect(four.seats.map((seat) => seat.kind)).toEqual(['me', 'program', 'link', 'program'])
  expect(withSides(four, ruleset, 2)).toMatchObject({ teams: ['d', 'b'], mission: 'none' })
})

test('larger armies usually play on a larger table, unless one was chosen', () => {
  const army = (id: string, points: number, killzone: string) => ({ id, name: id, summary: '', points, killzone })
  const armies: Ruleset = { ...ruleset, teams: [army('a', 500, 'foundry'), army('b', 500, 'foundry'), army('c', 1000, 'plain')] }
  const large = withTeam(usual(armies), armies, 1, 'c')
  expect(large.killzone).toBe('plain')
  expect(withTeam(large, armies, 1, 'b').killzone).toBe('foundry')
  expect(withTeam({ ...usual(armies), killzone: 'yard' }, armies, 1, 'c').killzone).toBe('yard')
})
