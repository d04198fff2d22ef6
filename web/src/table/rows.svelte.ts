// An allocation whose rows stand for models or units on the board: they are clicked there.
import type { Answer, Model, Question, Way } from '../lib/protocol'
import type { Field } from './march.svelte'
import { together } from './units'

export class Rows {
  /** What each row gets. */
  counts = $state.raw<number[]>([])
  told = $state.raw<Way | null>(null)
  /** The model that was clicked though it loses wounds unasked, as it has lost some already. */
  hurt = $state.raw<Model | null>(null)
  #order = $state.raw<number[]>([]) // the rows that are chosen, in this order
  #shares = $state.raw<number[]>([]) // what falls on the first that is chosen, the second, and so on

  constructor(readonly field: Field) {}

  /** The models that the rows stand for; none unless that is the question. */
  get models(): readonly number[] {
    const { mine, question } = this.field
    return (mine && question?.allocate?.models) || []
  }

  /** Whether each row is chosen or not by itself; else so much falls on them altogether. */
  get free(): boolean {
    return this.field.question?.allocate?.total === null
  }

  /** How many more are to be chosen. */
  get missing(): number {
    return this.free ? 0 : this.#shares.length - this.#order.length
  }

  /** Whether this can be answered, as far as is known. */
  get complete(): boolean {
    return this.models.length > 0 && !this.missing && !this.told?.sentence
  }

  get answer(): Answer {
    return { type: 'allocate', counts: [...this.counts] }
  }

  /** The row that a model stands for: its own, or where units are chosen that of its unit. */
  #rowOf(model: number): number {
    const own = this.models.indexOf(model)
    return own < 0 && this.free ? this.models.findIndex((id) => together(this.field.view, id, model)) : own
  }

  /** Whether a model can be chosen. */
  has(model: number): boolean {
    return this.models.length > 0 && this.#rowOf(model) >= 0
  }

  /** Whether a click on a model means one of the rows, or one that is not asked about as it must lose wounds first. */
  heeds(model: number): boolean {
    return this.has(model) || (this.models.length > 0 && this.#hurtOf(model) !== null)
  }

  /** What a model would get. */
  of(model: number): number {
    return this.models.length ? (this.counts[this.#rowOf(model)] ?? 0) : 0
  }

  /** What the rules would take is chosen first; where each is chosen by itself, all are. */
  begin(question: Question | null): void {
    const usual = question?.default
    this.show(usual?.type === 'allocate' ? usual.counts : this.models.map(() => 1))
  }

  /** Have the rows get so much, each. */
  show(counts: readonly number[]): void {
    this.counts = this.models.length ? [...counts] : []
    this.hurt = null
    this.#order = [...this.counts.keys()].filter((row) => this.counts[row]).sort((a, b) => this.counts[b]! - this.counts[a]!)
    this.#shares = this.#order.map((row) => this.counts[row]!)
    if (this.counts.length) this.#check()
  }

  /** A model was clicked: it is chosen, in place of the last one if there are too many; one that is chosen already is spared. */
  choose(model: number): void {
    const row = this.#rowOf(model)
    this.hurt = row < 0 ? this.#hurtOf(model) : null
    if (row < 0 || this.field.waiting) return
    if (this.free) this.counts = this.counts.with(row, this.counts[row] ? 0 : 1)
    else {
      const chosen = this.#order.includes(row)
      this.#order = chosen ? this.#order.filter((other) => other !== row) : [...this.#order.slice(0, this.#shares.length - 1), row]
      this.counts = this.counts.map((_, at) => this.#shares[this.#order.indexOf(at)] ?? 0)
    }
    this.#check()
  }

  /** A model that is not asked about, but of the same unit and wounded. */
  #hurtOf(id: number): Model | null {
    const model = this.field.view?.models[id]
    return model && !this.free && this.models.some((other) => together(this.field.view, other, id)) && model.wounds < model.starting_wounds ? model : null
  }

  #check(): void {
    const { counts } = this
    this.told = null
    if (this.missing) return
    void this.field.ask<Way>('check', { answer: this.answer }).then((told) => {
      if (counts === this.counts) this.told = told
    })
  }
}
