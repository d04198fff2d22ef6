// What there is to choose for a battle, and what has been chosen.

export interface Thing {
  id: string
  name: string
  summary: string
}
type Value = string | number | boolean
export interface Mission extends Thing {
  usual: Record<string, Value> // options that are not as always with it
}
export interface BattleOption {
  name: string
  label: string
  help: string
  kind: 'choice' | 'flag' | 'number'
  choices: Thing[]
  default: Value
}
export interface Ruleset {
  id: string
  name: string
  about: string
  options: BattleOption[]
  teams: Thing[]
  killzones: Thing[]
  missions: Mission[]
  defaults: { teams: string[]; killzone: string; mission: string }
  players: Thing[]
}

export type Opponent = 'program' | 'hot-seat' | 'link' | 'watch'

export interface Wish {
  ruleset: string
  teams: [string, string]
  killzone: string
  mission: string
  options: Record<string, Value>
  opponent: Opponent
  levels: [string, string]
  side: 0 | 1 | null
  theyChoose: boolean // whether a friend far away takes a team of their own choice
  clock: { minutes: number; increment: number } | null
}

/** Stands for the team that a friend chooses. */
export const THEIRS = 'theirs'
export const LEVEL = 'novice'

/** What is played if nobody chooses anything. */
export function usual(ruleset: Ruleset): Wish {
  const [mine, theirs] = ruleset.defaults.teams
  return {
    ruleset: ruleset.id,
    teams: [mine ?? '', theirs ?? ''],
    killzone: ruleset.defaults.killzone,
    mission: ruleset.defaults.mission,
    options: {},
    opponent: 'program',
    levels: [LEVEL, LEVEL],
    side: 0,
    theyChoose: false,
    clock: null,
  }
}

/** What an option is with a mission, if nobody chooses anything else. */
const usually = (option: BattleOption, mission: Mission | undefined): Value => mission?.usual[option.name] ?? option.default

/** What an option is. */
export const valueOf = (wish: Wish, option: BattleOption, mission: Mission | undefined): Value => wish.options[option.name] ?? usually(option, mission)

/** The same wish with another option; what is as usual is not said. */
export function withOption(wish: Wish, option: BattleOption, mission: Mission | undefined, value: Value): Wish {
  const others = Object.entries(wish.options).filter(([name]) => name !== option.name)
  return { ...wish, options: Object.fromEntries(value === usually(option, mission) ? others : [...others, [option.name, value]]) }
}

/** The same wish with another mission; what that one settles itself is as it says. */
export function withMission(wish: Wish, mission: Mission): Wish {
  const others = Object.entries(wish.options).filter(([name]) => !(name in mission.usual))
  return { ...wish, mission: mission.id, options: Object.fromEntries(others) }
}

/** The call that sets up a game: my team plays the side I take. */
export function body(wish: Wish, name: string): object {
  const opponent = {
    program: { kind: 'program', level: wish.levels[1] },
    'hot-seat': { kind: 'hot-seat' },
    link: { kind: 'link', chooses: wish.theyChoose },
    watch: { kind: 'watch', levels: wish.levels },
  }[wish.opponent]
  const teams = wish.side === 1 ? [wish.teams[1], wish.teams[0]] : wish.teams
  const clock = wish.opponent === 'watch' ? null : wish.clock
  return { ruleset: wish.ruleset, teams, killzone: wish.killzone, mission: wish.mission, options: wish.options, opponent, side: wish.side ?? 0, name, clock }
}
