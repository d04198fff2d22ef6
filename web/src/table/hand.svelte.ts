// What a player holds in the hand: the model looked at, the option pointed at, the path or place being tried out.
// Board and panels share it; the server is asked about everything, and nothing here knows a rule.
import type { Acts, Answer, Foresight, Model, Option, Reach, RefusedOption, Sighting, Spot, Threat, Way } from '../lib/protocol'
import { settings } from '../lib/settings.svelte'
import { distance, floorAt, fromStart, levelsOf, same, within } from './board/geometry'
import type { Game } from './game.svelte'

/** What the hand needs of a game; a replay offers the same with no question. */
export type Match = Pick<Game, 'view' | 'question' | 'version' | 'latest' | 'waiting' | 'mine' | 'model' | 'answer' | 'ask'>
export type Overlay = 'sees' | 'threat' | 'measure' | null
export type End = Spot | { model: number }

/** A path or a place being tried out, and what the referee says of it. */
export interface Draft {
  points: Spot[] // of a path, with its start
  pins: Spot[] // corners that were clicked
  length: number | null
  left: number | null
  climbs: { at: Spot; inches: number }[] // below 0: down
  costs: { up: number; down: number } // inches that going up and down takes of the move
  legal: boolean | null // null: the referee is being asked
  sentence: string // why not
  rule: string
  answer: Answer | null
}
interface Pin {
  at: Spot
  answer: Answer
  told: Way
  suggested: boolean // by somebody else: whoever goes elsewhere does not go by it
}
interface Tried {
  answer: Answer | null
  told: Way | null
}
interface Measured {
  from: End
  to: End | null
  inches: number | null
  text: string
  done: boolean // both ends are laid
}

const PATIENCE = 120 // ms an option is pointed at before its outcome is asked for
const MANY = 400 // outcomes remembered
const UNTRIED: Tried = { answer: null, told: null }

/** Asks one thing at a time; of those that come meanwhile only the latest is asked. */
export class Latest {
  #busy = false
  #next: (() => Promise<void>) | null = null

  async run(task: () => Promise<void>): Promise<void> {
    this.#next = task
    if (this.#busy) return
    this.#busy = true
    try {
      while (this.#next) {
        const now: () => Promise<void> = this.#next
        this.#next = null
        await now()
      }
    } finally {
      this.#busy = false
    }
  }
}

export class Hand {
  selected = $state<number | null>(null)
  /** The model under the pointer. */
  pointed = $state<number | null>(null)
  hovered = $state.raw<Option | null>(null)
  /** What is not allowed now, but wondered about. */
  wondered = $state.raw<RefusedOption | null>(null)
  ghost = $state.raw<Spot | null>(null)
  turn = $state(0)
  floor = $state<number | null>(null)
  overlay = $state<Overlay>(null)
  reach = $state.raw<Reach | null>(null)
  sight = $state.raw<Sighting[] | null>(null)
  threat = $state.raw<Threat | null>(null)
  /** What the model looked at could do if it were to act. */
  acts = $state.raw<Acts | null>(null)
  foresight = $state.raw<Foresight | null>(null)
  measured = $state.raw<Measured | null>(null)

  #pins = $state.raw<Pin[]>([])
  #tried = $state.raw<Tried>(UNTRIED)
  #after: 'pin' | 'confirm' | null = null // what to do once the referee has found the draft legal
  #suggested = false // what is tried out was somebody else's idea
  #focus: number | null = null
  #drag = new Latest()
  #look = new Latest()
  #ruler = new Latest()
  #known = new Map<string, Foresight>()
  readonly close: () => void

  constructor(readonly game: Match) {
    this.close = $effect.root(() => {
      $effect(() => this.#begin())
      $effect(() => this.#foresee())
      $effect(() => this.#lookAbout())
      $effect(() => this.#wonderWhat())
    })
  }

  // --- what is

  /** Whether a path or a place is to be shown on the board. */
  readonly drawing = $derived.by(() => this.game.mine && (this.game.question?.kind === 'path' || this.game.question?.kind === 'place'))

  /** Options that stand for models on the board, by model. */
  readonly byModel = $derived.by(() => {
    const found = new Map<number, Option[]>()
    for (const option of this.#options)
      if (option.model !== null && this.game.model(option.model)?.place) found.set(option.model, [...(found.get(option.model) ?? []), option])
    return found
  })

  /** What is refused of the models on the board, by model. */
  readonly barred = $derived.by(() => {
    const refused = (this.game.mine && this.game.question?.refused) || []
    return new Map(refused.flatMap((option) => (option.model !== null && option.model !== undefined ? [[option.model, option] as const] : [])))
  })

  /** Options that stand for places on the board. */
  readonly places = $derived.by(() => this.#options.filter((option): option is Option & { at: Spot } => option.at !== null && option.model === null))

  readonly levels = $derived.by(() => levelsOf(this.game.view?.terrain ?? []))

  readonly draft: Draft | null = $derived.by(() => {
    if (!this.drawing || !this.ghost) return null
    const { told, answer } = this.#tried
    const start = this.game.question?.kind === 'path' ? this.subject?.place : null
    return {
      points: start ? fromStart(start, told?.points ?? [...this.#pins.map((pin) => pin.at), this.ghost]) : [],
      pins: this.#pins.map((pin) => pin.at),
      length: told?.length ?? null,
      left: told?.left ?? null,
      climbs: told?.climbs ?? [],
      costs: { up: told?.climbed ?? 0, down: told?.dropped ?? 0 },
      legal: told ? !told.sentence : null,
      sentence: told?.sentence ?? '',
      rule: told?.rule ?? '',
      answer: told && !told.sentence ? answer : null,
    }
  })

  /** The model whose card is shown: the one pointed at, else the one selected. */
  readonly looked = $derived.by(() => this.pointed ?? this.selected)

  /** The model that the question is about. */
  get subject(): Model | null {
    return this.game.model(this.game.question?.subject)
  }

  get #options(): Option[] {
    return (this.game.mine && this.game.question?.options) || []
  }

  // --- choosing

  choose(option: Option): void {
    this.hovered = null
    this.wondered = null
    this.game.answer(option.answer)
  }

  /** A piece was clicked: choose what it stands for if that is one thing, else look at it. Who looks about, or cannot point, looks first. */
  touch(id: number, { careful = this.overlay !== null } = {}): void {
    const options = this.byModel.get(id) ?? []
    const alone = options.length === 1 ? options[0]! : null
    const again = this.hovered === alone && this.selected === id
    this.selected = id
    if (alone && (!careful || again)) return this.choose(alone)
    this.consider(alone)
    if (!options.length) this.wonder(this.barred.get(id) ?? null)
  }

  /** An option is pointed at (or no longer). */
  consider(option: Option | null): void {
    this.hovered = option
    this.wondered = null
  }

  /** Something that is refused is pointed at. */
  wonder(refused: RefusedOption | null): void {
    this.wondered = refused
    if (refused) this.hovered = null
  }

  /** A piece is pointed at (or no longer). */
  point(id: number | null): void {
    this.pointed = id
    const options = id === null ? [] : (this.byModel.get(id) ?? [])
    this.consider(options.length === 1 ? options[0]! : null)
    if (id !== null && !options.length) this.wonder(this.barred.get(id) ?? null)
  }

  show(overlay: Overlay): void {
    this.overlay = this.overlay === overlay ? null : overlay
    this.measured = null
  }

  // --- trying out a path or a place

  /** Where a point of the picture is on the table, on the floor in view. Without one the referee says how high. */
  spot(x: number, y: number): number[] {
    const view = this.game.view
    const [width, depth] = view?.board ?? [0, 0]
    const [u, v] = [within(x, 0, width), within(y, 0, depth)].map((c) => Math.round(c * 1000) / 1000) as [number, number]
    if (this.game.question?.kind === 'path' && this.floor === null) return [u, v]
    return [u, v, floorAt(view?.terrain ?? [], u, v, this.floor ?? 0)]
  }

  /** Hold the ghost at a place: the referee is asked whether it may be there. */
  place(to: readonly number[]): void {
    if (!this.drawing || this.game.waiting) return
    if (this.#pins.at(-1)?.suggested) this.#pins = []
    const pins = this.#pins
    this.#suggested = false
    this.ghost = [to[0]!, to[1]!, to[2] ?? pins.at(-1)?.at[2] ?? this.subject?.place?.[2] ?? 0]
    this.#tried = UNTRIED
    this.#after = null
    void this.#drag.run(() => this.#try([...to], pins))
  }

  /** Keep the ghost where it is: a corner of the path, or the place in mind. If the referee is still being asked, as soon as it is found legal. */
  pin(): void {
    const { told, answer } = this.#tried
    if (this.ghost && !told) this.#after = 'pin'
    const from = answer ?? told?.corner
    if (!this.ghost || !told || !from) return
    const last = this.#pins.at(-1)
    if (last && same(last.at, this.ghost)) return
    const pin = { at: this.ghost, answer: from, told, suggested: this.#suggested }
    this.#pins = this.game.question?.kind === 'path' ? [...this.#pins, pin] : [pin]
  }

  /** Hold the ghost where an answer would put it, and keep it there. */
  suggest(answer: Answer): void {
    if (answer.type !== 'path' && answer.type !== 'place') return
    this.lift(true)
    if (answer.type === 'place') this.turn = answer.turn
    this.place(answer.type === 'place' ? [answer.x, answer.y, answer.z] : (answer.points.at(-1)!.slice(0, 3) as number[]))
    this.#suggested = true
    this.pin()
  }

  /** Take the ghost up again: the last corner, or all of the path, is drawn anew. */
  lift(all = false): void {
    this.#pins = all ? [] : this.#pins.slice(0, -1)
  }

  /** The pointer has gone: the ghost goes back to where it was kept. */
  rest(): void {
    const last = this.#pins.at(-1)
    this.ghost = last?.at ?? null
    this.#tried = last ? { answer: last.told.sentence ? null : last.answer, told: last.told } : UNTRIED
  }

  /** Where a ghost that nobody has put anywhere yet appears. */
  get likely(): readonly number[] {
    const { question, view } = this.game
    const [width, depth] = view?.board ?? [0, 0]
    return (question?.kind === 'path' && this.subject?.place) || this.places[0]?.at || [width / 2, depth / 2, 0]
  }

  turnBy(degrees: number): void {
    this.turn = (this.turn + degrees + 360) % 360
    if (this.ghost) this.place(this.ghost)
  }

  /** Do what is tried out; if the referee is still being asked, as soon as it is found legal. */
  confirm(): void {
    if (this.draft?.answer) this.game.answer(this.draft.answer)
    else if (this.draft?.legal === null) this.#after = 'confirm'
  }

  /** Take back the last corner, then the ghost, then whatever is laid over the board. */
  cancel(): void {
    this.#after = null
    if (this.#pins.length) this.#pins = this.#pins.slice(0, -1)
    else if (!this.ghost) this.show(null)
    this.rest()
  }

  // --- measuring

  /** Lay the ruler: the first end, then the other, then anew. */
  measure(end: End): void {
    if (!this.measured || this.measured.done) return this.begin(end)
    this.stretch(end)
    this.lay()
  }

  /** Leave both ends of the ruler where they are. */
  lay(): void {
    if (this.measured) this.measured = { ...this.measured, done: true }
  }

  begin(from: End): void {
    this.measured = { from, to: null, inches: null, text: '', done: false }
  }

  /** Move the second end of the ruler. */
  stretch(to: End): void {
    if (!this.measured) return
    const from = this.measured.from
    this.measured = { ...this.measured, to, inches: null, text: '' }
    void this.#ruler.run(async () => {
      const told = await this.game.ask<{ inches: number; text: string }>('measure', { from, to })
      if (told && this.measured?.from === from) this.measured = { ...this.measured, inches: told.inches, text: told.text }
    })
  }

  whereIs(end: End): Spot | null {
    return 'model' in end ? (this.game.model(end.model)?.place ?? null) : end
  }

  // --- asking

  async #try(to: number[], pins: Pin[]): Promise<void> {
    const { version, question } = this.game
    if (!question) return
    const set: Answer | null = question.kind === 'place' ? { type: 'place', x: to[0]!, y: to[1]!, z: to[2] ?? 0, turn: this.turn } : null
    const told = set ? await this.game.ask<Way>('check', { answer: set }) : await this.game.ask<Way>('way', { to, answer: pins.at(-1)?.answer ?? null })
    if (!told || version !== this.game.version || pins !== this.#pins || !this.ghost || distance(this.ghost, to) > 1e-9) return
    const end = told.points?.at(-1)
    if (end && !told.sentence) this.ghost = [this.ghost[0], this.ghost[1], end[2] ?? this.ghost[2]]
    this.#tried = { answer: told.sentence ? null : (set ?? told.answer ?? null), told }
    const then = this.#after
    this.#after = null
    if (then) this[then]()
  }

  /** A new question: nothing is held, the model it is about is looked at, and its reach is drawn. */
  #begin(): void {
    const { question, view } = this.game
    this.hovered = null
    this.wondered = null
    this.pointed = null
    this.ghost = null
    this.#pins = []
    this.#tried = UNTRIED
    this.#after = null
    this.reach = null
    const focus = question?.subject ?? view?.active ?? null
    if (focus !== this.#focus && focus !== null) this.selected = focus
    this.#focus = focus
    if ((question?.kind === 'path' || question?.kind === 'place') && question.yours)
      void this.game.ask<Reach>('reach').then((told) => {
        if (question === this.game.question) this.reach = told
      })
  }

  #foresee(): (() => void) | undefined {
    const option = this.hovered?.foresight ? this.hovered : this.wondered
    this.foresight = null
    if (!option) return undefined
    const key = `${this.game.version} ${settings.language} ${JSON.stringify(option.answer)}`
    const known = this.#known.get(key)
    if (known) {
      this.foresight = known
      return undefined
    }
    const timer = setTimeout(async () => {
      const told = await this.game.ask<Foresight>('foresee', { answer: option.answer })
      if (this.#known.size >= MANY) this.#known.clear()
      if (told) this.#known.set(key, told)
      if (option === this.hovered || option === this.wondered) this.foresight = told
    }, PATIENCE)
    return () => clearTimeout(timer)
  }

  /** What a model could do, if it is looked at while somebody else, or something else, is asked about. */
  #wonderWhat(): (() => void) | undefined {
    const { looked: model, game } = this
    void [game.version, settings.language]
    this.acts = null
    if (model === null || !game.mine || game.question?.subject === model || !game.model(model)?.place) return undefined
    const timer = setTimeout(async () => {
      const told = await game.ask<Acts>('acts', { model })
      if (model === this.looked) this.acts = told
    }, PATIENCE)
    return () => clearTimeout(timer)
  }

  /** What the selected model sees, or could do next turn, while that is laid over the board. */
  #lookAbout(): void {
    const { overlay, selected: model } = this
    void this.game.version
    const at = this.game.question?.subject === model ? this.ghost : null
    if (overlay !== 'sees') this.sight = null
    if (overlay !== 'threat') this.threat = null
    if (model === null || !this.game.model(model)?.place) {
      this.sight = this.threat = null
      return
    }
    const still = (): boolean => this.overlay === overlay && this.selected === model
    if (overlay === 'sees')
      void this.#look.run(async () => {
        const told = await this.game.ask<{ models: Sighting[] }>('sees', { model, at })
        if (told && still()) this.sight = told.models
      })
    if (overlay === 'threat')
      void this.#look.run(async () => {
        const told = await this.game.ask<Threat>('threat', { model })
        if (told && still()) this.threat = told
      })
  }
}
