// An allocation whose rows stand for models or units on the board: they are clicked there.
import type { Answer, Question, Way } from '../lib/protocol'
import type { Field } from './march.svelte'
import { together } from './units'

export class Rows {
  /** What each row gets. */
  counts = $state.raw<number[]>([])
  told = $state.raw<Way | null>(null)
  #order: number[] = [] // the rows that get something, those that were chosen last at the end

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
    this.#order = [...this.counts.keys()].filter((row) => this.counts[row])
    if (this.counts.length) this.#check()
  }

  /**
   * A model was clicked. Where losses fall on some of a unit, one that gets nothing takes the place of the one that was chosen longest ago,
   * and one that does changes with the next that gets something else.
   */
  choose(model: number): void {
    const row = this.#rowOf(model)
    if (row < 0 || this.field.waiting) return
    const counts = [...this.counts]
    if (this.free) counts[row] = counts[row] ? 0 : 1
    else {
      const gives = counts[row] ? this.#order.find((other) => counts[other] !== counts[row]) : this.#order[0]
      if (gives === undefined) return
      ;[counts[row], counts[gives]] = [counts[gives]!, counts[row]!]
      this.#order = [...this.#order.filter((other) => other !== row && counts[other]), row]
    }
    this.counts = counts
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
