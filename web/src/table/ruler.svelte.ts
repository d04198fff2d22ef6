// The ruler: laid from one place or model to another; the referee measures.
import type { Spot } from '../lib/protocol'
import type { Match } from './hand.svelte'
import { Latest } from './latest'

export type End = Spot | { model: number }
interface Measured {
  from: End
  to: End | null
  inches: number | null
  text: string
  done: boolean // both ends are laid
}

export class Ruler {
  measured = $state.raw<Measured | null>(null)
  #asking = new Latest()

  constructor(readonly game: Match) {}

  /** Lay it: the first end, then the other, then anew. */
  measure(end: End): void {
    if (!this.measured || this.measured.done) return this.begin(end)
    this.stretch(end)
    this.lay()
  }

  begin(from: End): void {
    this.measured = { from, to: null, inches: null, text: '', done: false }
  }

  /** Move the second end. */
  stretch(to: End): void {
    if (!this.measured) return
    const from = this.measured.from
    this.measured = { ...this.measured, to, inches: null, text: '' }
    void this.#asking.run(async () => {
      const told = await this.game.ask<{ inches: number; text: string }>('measure', { from, to })
      if (told && this.measured?.from === from) this.measured = { ...this.measured, inches: told.inches, text: told.text }
    })
  }

  /** Move the second end, if it is not laid yet. */
  follow(to: End): void {
    if (this.measured && !this.measured.done) this.stretch(to)
  }

  /** Leave both ends where they are. */
  lay(): void {
    if (this.measured) this.measured = { ...this.measured, done: true }
  }

  putAway(): void {
    this.measured = null
  }

  /** How far from its middle the referee measures an end. */
  rimOf(end: End): number {
    return 'model' in end ? (this.game.model(end.model)?.base ?? 0) / 2 : 0
  }

  whereIs(end: End): Spot | null {
    return 'model' in end ? (this.game.model(end.model)?.place ?? null) : end
  }
}
