// What just happened, for as long as it is shown.
import { untrack } from 'svelte'
import type { Match } from '../hand.svelte'
import { difference, type Difference } from './happenings'

const LASTS = 4000 // ms

export class Happened {
  shown = $state.raw<(Difference & { version: number })[]>([])

  /** The way that each model has come last. */
  readonly slides = $derived.by(() => new Map(this.shown.flatMap(({ trails }) => trails.map((trail) => [trail.model, trail] as const))))

  constructor(game: () => Match) {
    $effect(() => {
      const { latest, view } = game()
      if (!latest || !view) return
      const now = { ...difference(latest.before, view, latest.events), version: latest.version }
      if (now.trails.length + now.pops.length + now.gone.length === 0) return
      this.shown = [...untrack(() => this.shown).filter((earlier) => earlier.version !== now.version), now]
      setTimeout(() => (this.shown = this.shown.filter((other) => other !== now)), LASTS)
    })
  }
}
