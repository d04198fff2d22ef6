// A unit that is moved or set up as one: held over the board, let go, single models put right, then confirmed.
// The referee arranges it; nothing here knows a rule.
import type { Answer, Arranged, Formation, Model, PathsAnswer, Question, Spot, View } from '../lib/protocol'
import { distance } from './board/geometry'
import { Latest } from './latest'
import { centre } from './units'

const FORMATIONS: Formation[] = ['as they stand', 'tight', 'spread', 'line']
const REST = 150 // ms that a unit is held still before the referee looks for a better arrangement
const NEAR = 1 // inch: a ghost that is no farther from where it is let go has followed there

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
  #formation = $state<Formation>('as they stand')
  /** Degrees by which a line or spread is turned to the left. */
  slant = $state(0)
  /** What the referee makes of it. */
  told = $state.raw<Arranged | null>(null)
  /** Whether it has been let go, and waits to be confirmed. */
  kept = $state(false)
  /** Whether the referee is being asked about something newer than what is shown. */
  asking = $state(false)
  /** The facing that it is set up with, in degrees to the left from east; null: as it comes. */
  turn = $state<number | null>(null)

  #wish: readonly number[] | null = null
  #shown: readonly number[] | null = null // the wish that what is shown was told of
  #sound = $state.raw<Arranged | null>(null) // the last arrangement there was
  #asked = 0 // the number of the last question
  #cleared = 0 // and of the last when nothing was held any more
  #rest: ReturnType<typeof setTimeout> | undefined
  #drag = new Latest()

  constructor(readonly field: Field) {}

  // --- what is

  /** The models that move, and how. */
  get marching(): NonNullable<Question['marching']> | null {
    const { question, mine } = this.field
    return mine && question?.kind === 'paths' ? (question.marching ?? null) : null
  }

  /** The formations that it can take up: nobody stands anywhere yet who is set up. */
  get formations(): Formation[] {
    return this.marching?.sets_up ? FORMATIONS.filter((formation) => formation !== 'as they stand') : FORMATIONS
  }

  get formation(): Formation {
    return this.formations.includes(this.#formation) ? this.#formation : this.formations[0]!
  }

  /** Whether its formation can be turned. */
  get slants(): boolean {
    return (this.marching?.models.length ?? 0) > 1 && !this.marching?.led && ['line', 'spread'].includes(this.formation)
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

  readonly legal = $derived.by(() => (this.told ? !this.told.sentence : null))

  /** Whether it is set up with a facing that counts. */
  get faces(): boolean {
    const { view, question } = this.field
    return !!this.marching?.sets_up && view?.units?.[question?.unit ?? -1]?.facing !== undefined
  }

  /** What would be answered: what is shown, unless the referee is being asked about something else. */
  get answer(): PathsAnswer | null {
    const answer = this.told && !this.told.sentence && !this.asking ? this.told.answer : null
    const { turn } = this
    return answer && this.faces && turn !== null ? { ...answer, paths: answer.paths.map((path) => path.map((point) => [...point.slice(0, 3), turn])) } : answer
  }

  /** Pairs of models between which the unit would fall apart. */
  readonly gaps = $derived.by((): [Ghosted, Ghosted][] => {
    const known = new Map(this.ghosts.map((ghost) => [ghost.model.id, ghost]))
    return (this.told?.broken ?? []).flatMap(([one, other]): [Ghosted, Ghosted][] => {
      const [from, to] = [known.get(one!), known.get(other!)]
      return from && to ? [[from, to]] : []
    })
  })

  /** Where the middle of the unit is wished; at first where it is shown or stands, or in the middle of where it may be set up. */
  get likely(): readonly number[] {
    if (this.#wish) return this.#wish
    if (this.ghosts.length) return centre(this.ghosts.map(({ end }) => end))
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

  /** A new question: nothing is held, and the unit begins as it stands. Where models go toward enemies of themselves, it is shown at once how, ready to be confirmed. */
  begin(): void {
    this.clear()
    this.turn = null
    this.slant = 0
    this.#formation = 'as they stand'
    if (!this.marching?.led) return
    this.kept = true
    this.#ask('arrange', { to: null })
  }

  /** Hold the middle of the unit over a place. */
  hold(to: readonly number[]): void {
    if (!this.marching || this.field.waiting || (!this.kept && this.#isWished(to))) return
    this.#wish = [...to]
    this.kept = false
    this.#arrange(false)
  }

  /** Let it go: it stays as it is shown until it is confirmed. Where it has not been shown yet, or finds no place, the referee takes time to look. */
  letGo(to: readonly number[] | null = this.#wish): void {
    if (!this.marching || !to || this.field.waiting) return
    const asked = this.#isWished(to)
    this.#wish = [...to]
    this.kept = true
    clearTimeout(this.#rest)
    const followed = asked && this.#shown && distance(this.#shown, to) < NEAR
    if (!followed || (!this.asking && this.told?.sentence)) this.#arrange(true)
  }

  /** Take up another formation, about the same place. */
  form(formation: Formation): void {
    this.#formation = formation
    this.#reform()
  }

  /** Turn the formation to the left. */
  slantBy(degrees: number): void {
    this.slant = (this.slant + degrees + 360) % 360
    this.#reform()
  }

  #reform(): void {
    if (!this.ghosts.length && !this.#wish) return
    this.#wish ??= this.likely
    this.#arrange(true)
  }

  /** Put one model elsewhere; all others stay as they are. */
  correct(model: number, to: readonly number[]): void {
    const answer = this.told?.answer
    if (!answer || this.field.waiting) return
    this.kept = true
    this.#wish ??= this.likely
    this.#ask('arrange-one', { model, to, answer })
  }

  /** Turn it, at first from how it would look to the middle of the board. */
  turnBy(degrees: number): void {
    const [width, depth] = this.field.view?.board ?? [0, 0]
    const [x, y] = this.ghosts[0]?.end ?? this.likely
    const inward = Math.round((Math.atan2(depth / 2 - y!, width / 2 - x!) * 180) / Math.PI)
    this.turn = ((this.turn ?? inward) + degrees + 360) % 360
  }

  /** Do what is shown; if the referee is still being asked, it stays until that is shown, and is confirmed then. */
  confirm(): void {
    if (this.answer) this.field.answer(this.answer)
    else if (this.asking) this.kept = true
  }

  /** Show an answer, and keep it. */
  show(answer: PathsAnswer): void {
    this.kept = true
    this.#ask('check', { answer })
  }

  clear(): void {
    clearTimeout(this.#rest)
    this.told = this.#sound = this.#wish = this.#shown = null
    this.kept = this.asking = false
    this.#asked += 1
    this.#cleared = this.#asked
  }

  // --- asking

  #isWished([x, y, z]: readonly number[]): boolean {
    const wish = this.#wish
    return !!wish && wish[0] === x && wish[1] === y && wish[2] === z
  }

  #wished(settle: boolean): object {
    return { to: this.#wish, formation: this.formation, turn: this.slant, settle, answer: settle ? null : (this.#sound?.answer ?? null) }
  }

  #arrange(settle: boolean): void {
    this.#ask('arrange', this.#wished(settle), !settle)
  }

  /** Ask the referee, and show what is told; ``quick``: an answer that can be bettered. */
  #ask(about: string, more: object, quick = false): void {
    clearTimeout(this.#rest)
    const number = (this.#asked += 1)
    const [{ version }, wish] = [this.field, this.#wish]
    this.asking = true
    void this.#drag.run(async () => {
      const told = await this.field.ask<Arranged>(about, more)
      if (version !== this.field.version || number < this.#cleared) return
      const latest = number === this.#asked
      if (latest) this.asking = false
      if (!told) return
      this.#tell(told, wish)
      if (!latest) return
      if (!wish && told.sentence) this.kept = false
      if (quick && this.kept && told.sentence) this.#arrange(true)
      else if (quick && !this.kept) this.#rest = setTimeout(() => void this.#better(number), REST)
    })
  }

  #tell(told: Arranged, wish: readonly number[] | null): void {
    this.told = told
    this.#shown = wish
    if (told.answer && !told.sentence) this.#sound = told
  }

  /** Look for a better arrangement of what is held still; what is shown can be confirmed meanwhile, and stays if it is let go. */
  async #better(number: number): Promise<void> {
    const [{ version }, wish] = [this.field, this.#wish]
    const told = await this.field.ask<Arranged>('arrange', this.#wished(true))
    if (told && version === this.field.version && number === this.#asked && !this.kept) this.#tell(told, wish)
  }
}
