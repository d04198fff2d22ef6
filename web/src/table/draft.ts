// What is being tried out on the board, and what the referee says of it.
import type { Answer, Spot, Way } from '../lib/protocol'

/** A path or a place being tried out, and what the referee says of it. */
export interface Draft {
  points: Spot[] // of a path, with its start
  pins: Spot[] // corners that were clicked
  length: number | null
  left: number | null
  climbs: { at: Spot; inches: number }[] // below 0: down
  costs: { up: number; down: number; over: number; rough: number } // inches that going up, down, over obstacles and over bad ground takes of the move
  risks: { text: string; rule: string }[] // what may befall the model on the way
  seenBy: number[] // enemies that could shoot at the model there
  watchedBy: number[] // enemies that see one of a unit there, however far away
  watchers: number // how many of them there are, units counted as one
  markers: string[] // what it does for them that the model stands there
  legal: boolean | null // null: the referee is being asked
  sentence: string // why not
  rule: string
  answer: Answer | null
}
/** A place where the ghost is kept: a corner of a path, or where it rests. */
export interface Pin {
  at: Spot
  answer: Answer
  told: Way
  loose: boolean // no corner: whoever goes elsewhere does not go by it
}
export type Tried = { answer: Answer | null; told: Way | null }

export const UNTRIED: Tried = { answer: null, told: null }
export const NO_COSTS: Draft['costs'] = { up: 0, down: 0, over: 0, rough: 0 }
