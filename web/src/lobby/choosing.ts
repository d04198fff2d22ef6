// What there is to choose for a battle, and what has been chosen.
import type { components } from '../lib/schema'
import { t } from '../lib/words.svelte'

type Told = components['schemas']
type Value = string | number | boolean
export type Thing = Told['Thing']
export type Team = Told['TeamThing']
export type Mission = Omit<Told['MissionThing'], 'usual'> & { usual: Record<string, Value> } // options that are not as always with it
export type BattleOption = Omit<Told['OptionCard'], 'kind' | 'default'> & { kind: 'choice' | 'flag' | 'number'; default: Value }
export type Ruleset = Omit<Told['RulesetCard'], 'missions' | 'options'> & { missions: Mission[]; options: BattleOption[] }
/** Who plays a side: whoever sets the battle up, a program, or a friend by link, who may choose the team. */
export type Player = { kind: 'me' } | { kind: 'program'; level: string } | { kind: 'link'; chooses: boolean }
/** Who plays against whom, where there are two sides. */
export type Opponent = 'program' | 'hot-seat' | 'link' | 'watch'
export type Clock = { minutes: number; increment: number } | null

export interface Wish {
  ruleset: string
  teams: string[] // by side, as are the seats
  seats: Player[]
  killzone: string
  mission: string
  options: Record<string, Value>
  clock: Clock
  stand_in: number | null // minutes until a program plays for somebody who is away
}

/** Stands for the team that a friend chooses. */
export const THEIRS = 'theirs'
export const LEVEL = 'novice'
const ME: Player = { kind: 'me' }
const LINK: Player = { kind: 'link', chooses: false }
const machine = (level = LEVEL): Player => ({ kind: 'program', level })

/** What is played if nobody chooses anything. */
export function usual(ruleset: Ruleset): Wish {
  const { sides, teams, killzone, mission } = ruleset.defaults
  return { ruleset: ruleset.id, teams: teams.slice(0, sides), seats: against(sides), killzone, mission, options: {}, clock: null, stand_in: null }
}

/** Whoever sets a battle up, against programs. */
export const against = (sides: number): Player[] => Array.from({ length: sides }, (_, side) => (side ? machine() : ME))

/** Whether whole armies fight, which keep to points. */
export const areArmies = (teams: readonly Team[]): boolean => teams.some((team) => team.points)

/** A team as it stands in a list: an army with its points. */
export const titleOf = ({ name, points }: Team): string => (points ? t('{name} · {points} points', { name, points }) : name)

/** The missions that so many sides can play. */
export const missionsFor = (ruleset: Ruleset, sides: number): Mission[] => ruleset.missions.filter((mission) => !mission.sides.length || mission.sides.includes(sides))

/** The same wish for another number of sides. */
export function withSides(wish: Wish, ruleset: Ruleset, sides: number): Wish {
  const { teams, missions } = ruleset.defaults
  const found = missionsFor(ruleset, sides)
  const mission = found.find((one) => one.id === wish.mission) ?? found.find((one) => one.id === missions[String(sides)]) ?? found[0]
  const more = { ...wish, teams: [...wish.teams, ...teams.slice(wish.teams.length)].slice(0, sides), seats: [...wish.seats, ...against(sides).slice(wish.seats.length)].slice(0, sides) }
  const told = mission ? withMission(more, mission) : more
  return sides === 2 && opponentOf(told) !== 'link' ? withOpponent(told, opponentOf(told)) : told
}

const changed = <T>(list: readonly T[], at: number, value: T): T[] => list.map((one, n) => (n === at ? value : one))

/** The killzone that some teams usually play on: that of the largest army among them. */
export function usualGround(ruleset: Ruleset, teams: readonly string[]): string {
  const known = ruleset.teams.filter((team) => teams.includes(team.id))
  const largest = known.reduce<Team | undefined>((most, team) => ((most?.points ?? -1) >= (team.points ?? 0) ? most : team), undefined)
  return largest?.killzone || ruleset.defaults.killzone
}

/** The same wish with another team; who has been given one does not choose it. A killzone that was as usual stays as usual. */
export function withTeam(wish: Wish, ruleset: Ruleset, side: number, team: string): Wish {
  const seat = wish.seats[side]!
  if (team === THEIRS) return withPlayer(wish, side, { kind: 'link', chooses: true })
  const teams = changed(wish.teams, side, team)
  const killzone = wish.killzone === usualGround(ruleset, wish.teams) ? usualGround(ruleset, teams) : wish.killzone
  return { ...wish, teams, killzone, seats: changed(wish.seats, side, seat.kind === 'link' ? LINK : seat) }
}

export const withPlayer = (wish: Wish, side: number, player: Player): Wish => ({ ...wish, seats: changed(wish.seats, side, player) })

/** Whether a friend chooses the team of a side. */
export const chooses = (player: Player | undefined): boolean => player?.kind === 'link' && player.chooses

/** Who plays against whom, if that is one of the usual ways. */
export function opponentOf({ seats }: Wish): Opponent {
  const [mine, theirs] = seats
  if (mine?.kind === 'program') return 'watch'
  return theirs?.kind === 'me' ? 'hot-seat' : (theirs?.kind ?? 'program')
}

export function withOpponent(wish: Wish, opponent: Opponent): Wish {
  const level = levelOf(wish, 1)
  const seats = { program: [ME, machine(level)], 'hot-seat': [ME, ME], link: [ME, LINK], watch: [machine(level), machine(level)] }
  return { ...wish, seats: seats[opponent] }
}

/** The level of the program that plays a side, or would. */
export function levelOf({ seats }: Wish, side: number): string {
  const seat = seats[side]
  return seat?.kind === 'program' ? seat.level : LEVEL
}

/** What an option is with a mission, if nobody chooses anything else. */
const usually = (option: BattleOption, mission: Mission | undefined): Value => mission?.usual[option.name] ?? option.default

/** What an option is. */
export const valueOf = (wish: Wish, option: BattleOption, mission: Mission | undefined): Value => wish.options[option.name] ?? usually(option, mission)

/** Whether a number is one that an option can have. */
export function canBe(option: BattleOption, value: Value): boolean {
  if (typeof value !== 'number') return true
  return (!option.whole || Number.isInteger(value)) && value >= (option.least ?? -Infinity) && value <= (option.most ?? Infinity)
}

/** What an option can be, in a sentence. */
export const limitsOf = ({ label, values }: BattleOption): string => t('{option}: {values}.', { option: label, values })

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

/** The call that sets up a game. */
export const body = (wish: Wish, name: string): object => ({ ...wish, name, ...timed(wish) })

/** How long is waited for whom, as far as anybody is: programs need no clock, and nobody is away where no friend is far away. */
export const timed = ({ seats, clock, stand_in }: Pick<Wish, 'seats' | 'clock' | 'stand_in'>): object => ({ clock: watched(seats) ? null : clock, stand_in: byLink(seats) ? stand_in : null })

/** Whether only programs play. */
export const watched = (seats: readonly Player[]): boolean => seats.every((seat) => seat.kind === 'program')

/** Whether there are links to be sent. */
export const byLink = (seats: readonly Player[]): boolean => seats.some((seat) => seat.kind === 'link')
