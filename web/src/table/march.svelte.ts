// A unit that is moved or set up as one: held over the board, let go, single models put right, then confirmed.
// The referee arranges it; nothing here knows a rule.
import type { Answer, Arranged, Formation, Model, PathsAnswer, Question, Spot, View } from '../lib/protocol'
import { distance } from './board/geometry'
import { Latest } from './latest'
import { centre } from './units'

export const FORMATIONS: Formation[] = ['as they stand', 'tight', 'spread', 'line']

/** What a march needs of a game. */
export interface Field {
  readonly view: View | null
  readonly question: Question | null
  readonly version: number
  readonly waiting: boolean
  readonly mine: boolean
  answer(answer: Answer): void
  ask<T>(about: string, more?: object): Promise<T | null>
}

/** A model of the unit as it is held: where from, along which corners, where to. */
export interface Ghosted {
  model: Model
  way: (readonly number[])[] // with its start; empty where it is set up
  end: Spot
  bad: boolean // it is at fault
}

export class March {
  formation = $state<Formation>('as they stand')
  /** What the referee makes of it. */
  told = $state.raw<Arranged | null>(null)
  /** Whether it has been let go, and waits to be confirmed. */
  kept = $state(false)
  /** Whether the referee is being asked about something newer than what is shown. */
  asking = $state(false)
  /** The facing that it is set up with, in degrees to the left from east; null: as it comes. */
  turn = $state<number | null>(null)

  #wish: readonly number[] | null = null
  #sound = $state.raw<Arranged | null>(null) // the last arrangement there was
  #confirms = false // it is to be done once the referee has answered
  #asked = 0 // the number of the last question
  #drag = new Latest()

  constructor(readonly field: Field) {}

  // --- what is

  /** The models that move, and how. */
  get marching(): NonNullable<Question['marching']> | null {
    const { question, mine } = this.field
    return mine && question?.kind === 'paths' ? (question.marching ?? null) : null
  }

  /** Everybody where they would go; if no place is found for somebody, as it was before. */
  readonly ghosts = $derived.by((): Ghosted[] => {
    const shown = this.told?.ends.length ? this.told : this.#sound
    const view = this.field.view
    if (!shown || !view || !this.marching) return []
    const faulty = this.told?.faulty ?? [this.told?.model]
    return shown.models.flatMap((id, k): Ghosted[] => {
      const [model, end] = [view.models[id], shown.ends[k]]
      if (!model || !end) return []
      const path = shown.answer?.paths[k] ?? []
      return [{ model, end, way: model.place && !this.marching!.sets_up ? [model.place, ...path] : [], bad: faulty.includes(id) }]
    })
  })

  readonly legal = $derived.by(() => (this.asking && !this.told ? null : this.told ? !this.told.sentence : null))

  /** Whether it is set up with a facing that counts. */
  get faces(): boolean {
    const { view, question } = this.field
    return !!this.marching?.sets_up && view?.units?.[question?.unit ?? -1]?.facing !== undefined
  }

  /** What would be answered. */
  get answer(): PathsAnswer | null {
    const answer = this.told && !this.told.sentence ? this.told.answer : null
    const { turn } = this
    return answer && this.faces && turn !== null ? { ...answer, paths: answer.paths.map((path) => path.map((point) => [...point.slice(0, 3), turn])) } : answer
  }

  /** Pairs of places between which the unit would fall apart. */
  readonly gaps = $derived.by((): [Spot, Spot][] => {
    const at = new Map(this.ghosts.map(({ model, end }) => [model.id, end]))
    return (this.told?.broken ?? []).flatMap(([one, other]): [Spot, Spot][] => {
      const [from, to] = [at.get(one!), at.get(other!)]
      return from && to ? [[from, to]] : []
    })
  })

  /** Where the middle of the unit is wished; at first where it stands, or in the middle of where it may be set up. */
  get likely(): readonly number[] {
    if (this.#wish) return this.#wish
    const { view } = this.field
    const places = (this.marching?.models ?? []).flatMap((id): Spot[] => (view?.models[id]?.place ? [view.models[id].place] : []))
    return places.length ? centre(places) : [(view?.board[0] ?? 0) / 2, (view?.board[1] ?? 0) / 2]
  }

  /** The ghost at a point, if one is near enough. */
  ghostAt(at: readonly number[], enough: (radius: number) => number): Ghosted | null {
    const near = this.ghosts.filter(({ model, end }) => distance(end, at) <= enough(model.base / 2))
    return near.sort((a, b) => distance(a.end, at) - distance(b.end, at))[0] ?? null
  }

  // --- holding it

  /** A new question: nothing is held. Where models go toward enemies of themselves, it is shown at once how. */
  begin(): void {
    this.clear()
    this.turn = null
    if (this.marching?.led) this.letGo(this.likely)
  }

  /** Hold the middle of the unit over a place. */
  hold(to: readonly number[]): void {
    if (!this.marching || this.field.waiting) return
    this.#wish = [...to]
    this.kept = false
    this.#arrange(false)
  }

  /** Let it go: the referee looks for a better arrangement about the same place, and it stays there until it is confirmed. */
  letGo(to: readonly number[] | null = this.#wish): void {
    if (!this.marching || !to || this.field.waiting) return
    this.#wish = [...to]
    this.kept = true
    this.#arrange(true)
  }

  /** Take up another formation, about the same place. */
  form(formation: Formation): void {
    this.formation = formation
    if (this.#wish) this.#arrange(this.kept)
  }

  /** Put one model elsewhere; all others stay as they are. */
  correct(model: number, to: readonly number[]): void {
    const answer = this.told?.answer
    if (!answer || this.field.waiting) return
    this.kept = true
    this.#ask('arrange-one', { model, to, answer })
  }

  /** Turn it, at first from how it would look to the middle of the board. */
  turnBy(degrees: number): void {
    const [width, depth] = this.field.view?.board ?? [0, 0]
    const [x, y] = this.ghosts[0]?.end ?? this.likely
    const inward = Math.round((Math.atan2(depth / 2 - y!, width / 2 - x!) * 180) / Math.PI)
    this.turn = ((this.turn ?? inward) + degrees + 360) % 360
  }

  /** Do it; if the referee is still being asked, as soon as it is found legal. */
  confirm(): void {
    if (this.asking) this.#confirms = true
    else if (this.answer) this.field.answer(this.answer)
  }

  /** Show an answer, and keep it. */
  show(answer: PathsAnswer): void {
    this.kept = true
    this.#wish ??= this.likely
    this.#ask('check', { answer })
  }

  clear(): void {
    this.told = this.#sound = this.#wish = null
    this.kept = this.asking = this.#confirms = false
    this.#asked += 1
  }

  // --- asking

  #arrange(settle: boolean): void {
    this.#ask('arrange', { to: this.#wish, formation: this.formation, settle, answer: settle ? null : (this.#sound?.answer ?? null) })
  }

  #ask(about: string, more: object): void {
    const number = (this.#asked += 1)
    const { version } = this.field
    this.asking = true
    this.#confirms = false
    void this.#drag.run(async () => {
      const told = await this.field.ask<Arranged>(about, more)
      if (version !== this.field.version || !this.#wish) return
      if (number === this.#asked) this.asking = false
      if (!told) return
      this.told = told
      if (told.answer && !told.sentence) this.#sound = told
      if (this.#confirms && !this.asking) this.confirm()
    })
  }
}
