import { expect, test } from 'vitest'
import { body, usual, valueOf, withMission, withOption, type Mission, type Ruleset } from './choosing'

const option = { name: 'guard', label: 'Guard', help: '', kind: 'flag' as const, choices: [], default: false }
const ruleset: Ruleset = {
  id: 'kt24',
  name: 'Kill Team 2024',
  about: '',
  options: [option],
  teams: [],
  killzones: [],
  missions: [],
  defaults: { teams: ['a', 'b'], killzone: 'foundry', mission: 'default' },
  players: [],
}

test('what is as usual is not said', () => {
  const wish = withOption(usual(ruleset), option, undefined, true)
  expect(wish.options).toEqual({ guard: true })
  expect(withOption(wish, option, undefined, false).options).toEqual({})
})

test('a mission settles some options', () => {
  const turns = { name: 'turns', label: 'Turns', help: '', kind: 'number' as const, choices: [], default: 5 }
  const short: Mission = { id: 'short', name: 'Short', summary: '', usual: { turns: 4 } }
  const wish = withMission({ ...usual(ruleset), options: { turns: 7, guard: true } }, short)
  expect(wish).toMatchObject({ mission: 'short', options: { guard: true } })
  expect(valueOf(wish, turns, short)).toBe(4)
  const longer = withOption(wish, turns, short, 5)
  expect(longer.options).toEqual({ guard: true, turns: 5 })
  expect(withOption(longer, turns, short, 4).options).toEqual({ guard: true })
})

test('my team plays the side I take', () => {
  const wish = usual(ruleset)
  expect(body(wish, 'Ada')).toMatchObject({ teams: ['a', 'b'], side: 0, name: 'Ada', opponent: { kind: 'program', level: 'novice' } })
  expect(body({ ...wish, side: 1 }, '')).toMatchObject({ teams: ['b', 'a'], side: 1 })
})

test('a friend far away may choose a team', () => {
  const wish = { ...usual(ruleset), theyChoose: true }
  expect(body({ ...wish, opponent: 'link' }, 'Ada')).toMatchObject({ teams: ['a', 'b'], opponent: { kind: 'link', chooses: true } })
  expect(body(wish, 'Ada')).toMatchObject({ opponent: { kind: 'program', level: 'novice' } })
})

test('programs among themselves play without a clock', () => {
  const wish = { ...usual(ruleset), opponent: 'watch' as const, clock: { minutes: 5, increment: 5 } }
  expect(body(wish, '')).toMatchObject({ clock: null, opponent: { kind: 'watch', levels: ['novice', 'novice'] } })
})
