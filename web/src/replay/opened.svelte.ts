// A record that was opened from a file.
import type { Fairness, Result, Snapshot, Step } from '../lib/protocol'

export interface Replay {
  game: string | null
  ruleset: string
  snapshot: Snapshot
  steps: Step[]
  fairness: Fairness | null
  result: Result | null
}

export const opened = $state<{ replay: Replay | null; file: File | null }>({ replay: null, file: null })
