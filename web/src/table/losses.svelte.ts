// Losses of a unit that its player shares out: which models on the board they fall on. What the rules take by themselves is chosen first.
import type { Answer, Question, Way } from '../lib/protocol'
import type { Field } from './march.svelte'

export class Losses {
  /** What each model of the question loses. */
  counts = $state.raw<number[]>([])
  told = $state.raw<Way | null>(null)
  #order: number[] = [] // the models that lose something, those that were chosen last at the end

  constructor(readonly field: Field) {}

  /** The models that may be chosen; none unless that is the question. */
  get models(): readonly number[] {
    const { mine, question } = this.field
    return (mine && question?.allocate?.models) || []
  }

  get answer(): Answer {
    return { type: 'allocate', counts: [...this.counts] }
  }

  /** What a model would lose. */
  of(model: number): number {
    return this.counts[this.models.indexOf(model)] ?? 0
  }

  begin(question: Question | null): void {
    const usual = question?.default
    this.show(usual?.type === 'allocate' ? usual.counts : [])
  }

  /** Have models lose so much, each. */
  show(counts: readonly number[]): void {
    const models = this.models
    this.counts = models.length ? [...counts] : []
    this.#order = models.filter((id) => this.of(id) > 0)
    this.told = null
    if (this.counts.length) this.#check()
  }

  /** A model that loses nothing takes the place of the one that was chosen longest ago; one that does changes with the next that loses otherwise. */
  choose(model: number): void {
    if (!this.models.includes(model) || this.field.waiting) return
    const gives = this.of(model) ? this.#order.find((id) => this.of(id) !== this.of(model)) : this.#order[0]
    if (gives === undefined) return
    const [one, other] = [this.models.indexOf(model), this.models.indexOf(gives)]
    const counts = [...this.counts]
    ;[counts[one], counts[other]] = [counts[other]!, counts[one]!]
    this.counts = counts
    this.#order = [...this.#order.filter((id) => id !== model && (id !== gives || this.of(id) > 0)), model]
    this.#check()
  }

  #check(): void {
    const { counts } = this
    this.told = null
    void this.field.ask<Way>('check', { answer: this.answer }).then((told) => {
      if (counts === this.counts) this.told = told
    })
  }
}
