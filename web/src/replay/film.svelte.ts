// A finished game, moment by moment. The board takes it for a game in which there is nothing to decide.
import type { Happening, Line, Model, Question, View } from '../lib/protocol'
import type { Match } from '../table/hand.svelte'
import { goOn, NOTHING, type Deed } from '../table/deeds'
import { changed } from '../table/steps'
import type { Replay } from './opened.svelte'

interface Moment {
  view: View
  log: number // how many lines have been told
  events: Happening[]
  deed: Deed
}

export class Film implements Match {
  at = $state(0)
  readonly moments: Moment[]
  readonly lines: Line[]
  readonly question: Question | null = null
  readonly waiting = false
  readonly mine = false

  constructor(readonly replay: Replay) {
    this.lines = [...replay.snapshot.log]
    let view = replay.snapshot.view
    let deed = NOTHING
    this.moments = [{ view, log: this.lines.length, events: [], deed }]
    for (const step of replay.steps) {
      view = changed(view, step.changes)
      this.lines.push(...step.lines)
      const { now, rolled } = goOn(deed, step.version, step.lines, step.events)
      deed = now
      this.moments.push({ view, log: this.lines.length, events: step.events, deed: rolled ?? now })
    }
  }

  readonly now = $derived.by(() => this.moments[this.at]!)
  readonly view = $derived.by(() => this.now.view)
  readonly log = $derived.by(() => this.lines.slice(0, this.now.log))
  readonly latest = $derived.by(() => (this.at ? { version: this.at, events: this.now.events, before: this.moments[this.at - 1]!.view } : null))

  get version(): number {
    return this.at
  }
  get last(): number {
    return this.moments.length - 1
  }

  /** The moments at which a turn begins, with what it is called. */
  get turns(): { at: number; turn: number }[] {
    const found: { at: number; turn: number }[] = []
    this.moments.forEach(({ view }, at) => {
      if (view.turn > (found.at(-1)?.turn ?? 0)) found.push({ at, turn: view.turn })
    })
    return found
  }

  go(to: number): void {
    this.at = Math.min(this.last, Math.max(0, Math.round(to)))
  }

  model(id: number | null | undefined): Model | null {
    return id === null || id === undefined ? null : (this.view.models[id] ?? null)
  }
  answer(): void {
    // there is nothing to decide
  }
  ask(): Promise<null> {
    return Promise.resolve(null)
  }
}
