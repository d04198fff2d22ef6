// The dice of the deed under way: who rolled what, what each die counts as, and what has come of it.
import type { Happening, Line, Mark } from '../lib/protocol'

export interface Face {
  face: number | null // null: kept without being rolled
  mark: Mark
}
export interface Roll {
  key: string
  kind: string
  side: number | null
  dice: Face[]
  text: string // what it was for, then what was made of it
  counted: boolean // the dice show by themselves what was made of them
  needed?: number // the face that is a success, where many are rolled together
  modifier?: number // what is added to each of them, where it is the same for all
  causes: string[] // what modifies them, in short words
}
export interface Deed {
  text: string
  rolls: Roll[]
  outcome: string // what happened after the last roll
  stage: boolean // it is no deed but a part of the battle, in which every step is one
  over: boolean // dice rolled next take the place of all there are
}

export const NOTHING: Deed = { text: '', rolls: [], outcome: '', stage: false, over: false }
const OPENING = ['begins', 'opens', 'belongs']
const ATTACKS = 'attacks' // within a fight: who attacks whom with what
const FALLS = ['slain', 'warlord-slain', 'first-strike'] // what comes of an attack and is told by itself
const AGAIN = 'rerolled'

const opens = (line: Line, event: Happening): boolean => event.kind === ATTACKS || (OPENING.includes(line.pace) && !FALLS.includes(event.kind))

/** The deed after a step of the game, and the last one within it that dice were rolled for; none once another has begun. */
export function goOn(deed: Deed, version: number, lines: readonly Line[], events: readonly Happening[]): { now: Deed; rolled: Deed | null } {
  let now = deed.stage ? { ...NOTHING, stage: true } : deed
  let rolled = now.rolls.length ? now : null
  events.forEach((event, n) => {
    const line = lines[n]
    if (!line) return
    const opened = opens(line, event) ? { ...NOTHING, text: line.side === null || event.dice ? '' : line.text, stage: line.side === null } : now
    now = told(opened, `${version}-${n}`, line, event)
    if (now.rolls.length) rolled = now
  })
  return { now, rolled }
}

function told(deed: Deed, key: string, line: Line, event: Happening): Deed {
  if (event.dice) return { ...deed, rolls: [...(deed.over ? [] : kept(deed.rolls, line.side, event)), roll(key, line, event)], outcome: '', over: false }
  const counted = count(deed.rolls, line, event)
  if (counted) return { ...deed, rolls: counted }
  return line.pace === 'quiet' || !deed.rolls.length ? deed : { ...deed, outcome: [deed.outcome, line.text].filter(Boolean).join(' '), over: deed.over || FALLS.includes(event.kind) }
}

/** A 1 always fails, whatever makes a roll easier. */
const LEAST = 2

function roll(key: string, { side, text }: Line, event: Happening): Roll {
  const { hit, good, needed } = event.values
  const one: Mark = typeof hit === 'boolean' ? (hit ? 'success' : 'fail') : null
  const each = Array.isArray(good) && good.length === event.dice!.length ? good.map((success): Mark => (success ? 'success' : 'fail')) : null
  const dice = event.dice!.map((face, n) => ({ face, mark: each?.[n] ?? one }))
  return { key, kind: event.kind, side, dice, text, counted: false, causes: event.causes, ...(each && typeof needed === 'number' && { needed: Math.max(LEAST, needed), ...modifierOf(event) }) }
}

/** What is added to every die of a roll; nothing is said where dice are modified in different ways. */
function modifierOf({ dice, values }: Happening): { modifier?: number } {
  const { modifier, causes } = values
  if (typeof modifier === 'number') return modifier ? { modifier } : {}
  const amounts = Array.isArray(causes) ? (causes as [string, number, number][]) : []
  const sum = amounts.reduce((all, [, amount]) => all + amount, 0)
  return sum && amounts.every(([, , count]) => count === dice!.length) ? { modifier: sum } : {}
}

/** The rolls that stay when another comes: dice rolled again take the place of what they were. */
function kept(rolls: Roll[], side: number | null, event: Happening): Roll[] {
  const last = rolls.findLast((one) => one.side === side)
  const alike = last?.dice.every((die, n) => die.face === event.dice![n])
  const replaced = last && last.dice.length === event.dice!.length && (event.kind === AGAIN || (last.kind === AGAIN && alike))
  return replaced ? rolls.filter((one) => one !== last) : rolls
}

/** The rolls once it is told how many of the last one's dice are criticals and normal successes: always the highest. */
function count(rolls: Roll[], { side, text }: Line, { values }: Happening): Roll[] | null {
  const { player, criticals, normals, unrolled = 0 } = values
  const last = rolls.findLast((one) => one.side === side)
  if (player !== side || typeof criticals !== 'number' || typeof normals !== 'number' || typeof unrolled !== 'number') return null
  if (!last || last.dice.some((die) => die.mark !== null)) return null
  return rolls.map((one) => (one === last ? { ...one, dice: marked(one.dice, criticals, normals, unrolled), text, counted: true } : one))
}

function marked(dice: readonly Face[], criticals: number, normals: number, unrolled: number): Face[] {
  const successes = criticals + normals - unrolled
  const best = [...dice.keys()].sort((a, b) => dice[b]!.face! - dice[a]!.face!)
  const mark = (n: number): Mark => (best.indexOf(n) < Math.min(criticals, successes) ? 'critical' : best.indexOf(n) < successes ? 'success' : 'fail')
  const more = Array.from({ length: unrolled }, (_, n): Face => ({ face: null, mark: n < criticals - successes ? 'critical' : 'success' }))
  return [...dice.map(({ face }, n) => ({ face, mark: mark(n) })), ...more]
}
