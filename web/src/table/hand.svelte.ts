// What a player holds in the hand: the model looked at, the option pointed at, the path or place being tried out.
// Board and panels share it; the server is asked about everything, and nothing here knows a rule.
import type { Acts, Answer, Foresight, Model, Option, Reach, RefusedOption, Sighting, Spot, Threat, Way } from '../lib/protocol'
import { settings } from '../lib/settings.svelte'
import { untrack } from 'svelte'
import { distance, floorAt, floorNear, fromStart, isAbove, levelsOf, same, within } from './board/geometry'
import { NO_COSTS, UNTRIED, type Draft, type Pin, type Tried } from './draft'
import type { Game } from './game.svelte'
import { Latest } from './latest'
import { March } from './march.svelte'
import { Rows } from './rows.svelte'
import { Ruler } from './ruler.svelte'
import { centre, comrades, together } from './units'

export type Area = [number, number, number, number]

/** What the hand needs of a game; a replay offers the same with no question. */
export type Match = Pick<Game, 'view' | 'question' | 'version' | 'latest' | 'waiting' | 'mine' | 'model' | 'answer' | 'ask'>
export type Overlay = 'sees' | 'threat' | 'measure' | null

/** Where something is dragged to, and how it is kept there once it is let go. */
interface Carried {
  to: readonly number[] | null
  kept: 'pin' | 'leave' | null
  model?: number | null // of a unit that is chosen by it, and yet to be asked what it does
}

const DRAWN = ['path', 'place', 'paths'] // kinds of questions that are answered on the board
const PATIENCE = 120 // ms an option is pointed at before its outcome is asked for
const MANY = 400 // outcomes remembered

export class Hand {
  selected = $state<number | null>(null)
  /** The model under the pointer. */
  pointed = $state<number | null>(null)
  /** The model that was touched since the question was asked. */
  touched = $state<number | null>(null)
  hovered = $state.raw<Option | null>(null)
  /** What is not allowed now, but wondered about. */
  wondered = $state.raw<RefusedOption | null>(null)
  /** Where what is tried out would stand: where it is wished, or as near as it may. */
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

  /** What Enter answers, where that is not simply the usual answer. */
  entered = $state.raw<Answer | null>(null)

  #pins = $state.raw<Pin[]>([])
  #tried = $state.raw<Tried>(UNTRIED)
  #after: 'pin' | 'confirm' | null = null // what to do once the referee has found the draft legal
  #wish: readonly number[] | null = null // where the ghost was put, with its height or without
  #loose = false // what is tried out is no corner if it is kept
  #focus: number | null = null
  #before: number | null = null // the model that was looked at when the question came
  #carried: Carried | null = null // a model that is dragged before its path is asked for
  #drag = new Latest()
  #look = new Latest()
  #known = new Map<string, Foresight>()
  readonly close: () => void

  readonly ruler: Ruler
  /** A unit that is moved or set up as one. */
  readonly march: March
  /** Something that is shared out among models or units on the board. */
  readonly rows: Rows

  constructor(readonly game: Match) {
    this.ruler = new Ruler(game)
    this.march = new March(game)
    this.rows = new Rows(game)
    this.close = $effect.root(() => {
      $effect(() => this.#begin())
      $effect(() => this.#foresee())
      $effect(() => this.#lookAbout())
      $effect(() => this.#wonderWhat())
    })
  }

  // --- what is

  /** Whether a path, a place or the paths of a unit are to be shown on the board. */
  readonly drawing = $derived.by(() => this.game.mine && DRAWN.includes(this.game.question?.kind ?? ''))

  /** Options that stand for models on the board, by model; those of a unit by each of its models. */
  readonly byModel = $derived.by(() => {
    const found = new Map<number, Option[]>()
    for (const option of this.#options)
      if (option.model !== null && this.game.model(option.model)?.place)
        for (const id of option.alone ? [option.model] : comrades(this.game.view, option.model)) found.set(id, [...(found.get(id) ?? []), option])
    return found
  })

  /** What is refused of the models on the board, by model. */
  readonly barred = $derived.by(() => {
    const refused = (this.game.mine && this.game.question?.refused) || []
    return new Map(refused.flatMap((option) => (typeof option.model === 'number' ? comrades(this.game.view, option.model).map((id) => [id, option] as const) : [])))
  })

  /** Options that stand for places on the board. */
  readonly places = $derived.by(() => this.#options.filter((option): option is Option & { at: Spot } => option.at !== null && option.model === null))

  /** Places to aim at where so little is allowed that there is no area to draw. */
  readonly marked = $derived.by(() => (this.drawing && this.reach?.polygons.length === 0 ? this.places : []))

  /** Options that stand for a part of the board. */
  readonly areas = $derived.by(() => this.#options.filter((option): option is Option & { area: Area } => option.area !== undefined))

  readonly levels = $derived.by(() => levelsOf(this.game.view?.terrain ?? []))

  readonly draft: Draft | null = $derived.by(() => {
    if (this.march.marching) return this.#marched()
    if (!this.drawing || !this.ghost) return null
    const { told, answer } = this.#tried
    const start = this.game.question?.kind === 'path' ? this.subject?.place : null
    return {
      points: start ? fromStart(start, told?.points ?? [...this.#pins.map((pin) => pin.at), this.ghost]) : [],
      pins: this.#pins.map((pin) => pin.at),
      length: told?.length ?? null,
      left: told?.left ?? null,
      climbs: told?.climbs ?? [],
      costs: { up: told?.climbed ?? 0, down: told?.dropped ?? 0, over: told?.traversed ?? 0, rough: told?.rough ?? 0 },
      risks: told?.risks ?? [],
      seenBy: told?.seen_by ?? [],
      watchedBy: [],
      watchers: told?.seen_by?.length ?? 0,
      markers: told?.markers ?? [],
      legal: told ? !told.sentence : null,
      sentence: told?.sentence ?? '',
      rule: told?.rule ?? '',
      answer: told && !told.sentence ? answer : null,
    }
  })

  /** The arrangement of a unit that is tried out. */
  #marched(): Draft | null {
    const { told, ghosts, legal, answer } = this.march
    if (!ghosts.length && !told?.sentence) return null
    const { left = null, most = null, seen_by: units = [], watched_by: watchedBy = [], markers = [], sentence = '', rule = '' } = told ?? {}
    const seenBy = units.flatMap((unit) => this.game.view?.units?.[unit]?.models ?? [])
    const length = left === null || most === null ? null : most - left
    return { points: [], pins: [], length, left, climbs: [], costs: NO_COSTS, risks: [], seenBy, watchedBy, watchers: units.length, markers, legal, sentence, rule, answer }
  }

  /** What is held over the board: its middle, and how far it reaches from there. */
  readonly held: { at: Spot; radius: number } | null = $derived.by(() => {
    if (this.ghost) return { at: this.ghost, radius: (this.subject?.base ?? 1) / 2 }
    const { ghosts } = this.march
    if (!ghosts.length) return null
    const [x, y] = centre(ghosts.map(({ end }) => end))
    return { at: [x, y, 0], radius: Math.max(...ghosts.map(({ end, model }) => distance(end, [x, y]) + model.base / 2)) }
  })

  /** The model whose card is shown: the one pointed at, on the board or among the options, else the one selected; only that one while what it sees or threatens is laid over the board. */
  readonly looked = $derived.by(() => (this.overlay === 'sees' || this.overlay === 'threat' ? null : (this.pointed ?? this.hovered?.model)) ?? this.selected)

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
    if (!this.game.question?.offer) this.#carried = null
    this.game.answer(option.answer)
  }

  /** A piece was clicked: choose what it stands for if that is one thing, else look at it. Who looks about, or cannot point, looks first. */
  touch(id: number, { careful = this.overlay !== null } = {}): void {
    const options = this.byModel.get(id) ?? []
    const alone = options.length === 1 ? options[0]! : null
    const again = together(this.game.view, this.touched, id) && this.hovered === alone // and no other has been shown since
    this.selected = this.touched = id
    if (alone && (!careful || again)) return this.choose(alone)
    this.consider(alone)
    if (!options.length) this.wonder(this.barred.get(id) ?? null)
  }

  /** A part of the board was clicked that an option stands for. Who cannot point sees first which one it is. */
  enter(option: Option, careful: boolean): void {
    if (!careful || this.hovered === option) this.choose(option)
    else this.consider(option)
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
    this.ruler.putAway()
  }

  // --- trying out a path or a place

  /** Where a point of the picture is on the table, on the floor in view. Without one the referee says how high. */
  spot(x: number, y: number): number[] {
    const view = this.game.view
    const [width, depth] = view?.board ?? [0, 0]
    const [u, v] = [within(x, 0, width), within(y, 0, depth)].map((c) => Math.round(c * 1000) / 1000) as [number, number]
    if ((this.drawing || this.#carried) && this.floor === null) return [u, v]
    return [u, v, floorAt(view?.terrain ?? [], u, v, this.floor ?? 0)]
  }

  /** Whether the model that is asked what it does is moved by dragging it. */
  get draggable(): boolean {
    return this.game.mine && !!this.game.question?.drag && !this.game.waiting
  }

  /** Take up the model that is asked what it does: its plain move begins, and it is held over the board once its path is asked for. */
  drag(): void {
    const answer = this.game.question?.drag
    if (!answer || !this.draggable) return
    this.#carried = { to: null, kept: null }
    this.game.answer(answer)
  }

  /** Take up a unit that can be chosen: it is chosen, makes its plain move, and is held over the board once its paths are asked for. */
  take(id: number): void {
    this.touch(id)
    if (this.game.waiting) this.#carried = { to: null, kept: null, model: id }
  }

  /** Hold the ghost at a place: the referee is asked whether it may be there. What was set aside a little stays so until that is known. */
  place(to: readonly number[]): void {
    if (this.#carried) this.#carried.to = to
    if (!this.drawing || this.game.waiting) return
    if (this.march.marching) return this.march.hold(to)
    if (this.#pins.at(-1)?.loose) this.lift()
    const pins = this.#pins
    const aside = this.ghost && this.#wish && distance(this.ghost, this.#wish) > 0
    this.#loose = false
    const wish = (this.#wish = [...to])
    if (!aside) this.ghost = [to[0]!, to[1]!, to[2] ?? this.#level(to, this.ghost ?? pins.at(-1)?.at ?? this.subject?.place)]
    this.#tried = UNTRIED
    this.#after = null
    void this.#drag.run(() => this.#try(wish, pins))
  }

  /** How high something probably stands that comes from somewhere, until the referee says. */
  #level([x, y]: readonly number[], from: readonly number[] | null | undefined): number {
    return floorNear(this.game.view?.terrain ?? [], x!, y!, from?.[2] ?? 0)
  }

  /** Keep the ghost where it is: a corner of the path, or the place in mind. If the referee is still being asked, as soon as it is found legal. */
  pin(): void {
    if (this.#carried) this.#carried.kept ??= 'pin'
    if (this.march.marching) return this.march.letGo()
    const { told, answer } = this.#tried
    if (this.ghost && !told) this.#after = 'pin'
    const from = answer ?? told?.corner
    if (!this.ghost || !told || !from) return
    const last = this.#pins.at(-1)
    if (last && same(last.at, this.ghost)) return
    const pin = { at: this.ghost, answer: from, told, loose: this.#loose }
    this.#pins = this.game.question?.kind === 'path' ? [...this.#pins, pin] : [pin]
  }

  /** Keep the ghost where it is for now; who goes elsewhere does not go by there. */
  leave(): void {
    if (this.#carried) this.#carried.kept = 'leave'
    this.#loose = true
    this.pin()
  }

  /** Whether the ghost is kept somewhere that could be made a corner. */
  get cornered(): boolean {
    return this.game.question?.kind === 'path' && !!this.#pins.at(-1)?.loose
  }

  /** Make the place where the ghost is kept a corner of the path. */
  corner(): void {
    this.#pins = this.#pins.map((pin) => ({ ...pin, loose: false }))
  }

  /** Hold the ghost where an answer would put it, and keep it there. */
  suggest(answer: Answer): void {
    if (answer.type === 'paths') return this.march.show(answer)
    if (answer.type === 'allocate') return this.rows.show(answer.counts)
    if (answer.type !== 'path' && answer.type !== 'place') return
    this.lift(true)
    if (answer.type === 'place') this.turn = answer.turn
    this.place(answer.type === 'place' ? [answer.x, answer.y, answer.z] : (answer.points.at(-1)!.slice(0, 3) as number[]))
    this.leave()
  }

  /** Take the ghost up again: the last corner, or all of the path, is drawn anew. */
  lift(all = false): void {
    this.#pins = all ? [] : this.#pins.slice(0, -1)
  }

  /** The pointer has gone: the ghost goes back to where it was kept. */
  rest(): void {
    if (this.march.marching && !this.march.kept) this.march.clear()
    const last = this.#pins.at(-1)
    this.#wish = this.ghost = last?.at ?? null
    this.#tried = last ? { answer: last.told.sentence ? null : last.answer, told: last.told } : UNTRIED
  }

  /** Where the ghost was put; if nobody has put it anywhere yet, where it is likeliest to go. */
  get likely(): readonly number[] {
    const { question, view } = this.game
    const [width, depth] = view?.board ?? [0, 0]
    if (this.march.marching) return this.march.likely
    return this.#wish ?? ((question?.kind === 'path' && this.subject?.place) || this.places[0]?.at || [width / 2, depth / 2, 0])
  }

  /** Whether what is put down can be turned: a model's base is round, but a unit may stand in a line. */
  get turns(): boolean {
    return this.drawing && (!!this.game.question?.shape || this.march.faces || this.march.slants)
  }

  turnBy(degrees: number): void {
    if (!this.turns) return
    if (this.march.marching) return this.march.faces ? this.march.turnBy(degrees) : this.march.slantBy(degrees)
    this.turn = (this.turn + degrees) % 360
    this.place(this.likely)
  }

  /** Do what is tried out; if the referee is still being asked, as soon as it is found legal. */
  confirm(): void {
    if (this.march.marching) this.march.confirm()
    else if (this.draft?.answer) this.game.answer(this.draft.answer)
    else if (this.draft?.legal === null) this.#after = 'confirm'
  }

  /** Take back the last corner, then the ghost, then whatever is laid over the board. */
  cancel(): void {
    this.#after = null
    if (this.march.ghosts.length) return this.march.clear()
    if (this.#pins.length) this.#pins = this.#pins.slice(0, -1)
    else if (!this.ghost) this.show(null)
    this.rest()
  }

  // --- asking

  async #try(to: readonly number[], pins: Pin[]): Promise<void> {
    const { version, question } = this.game
    if (!question) return
    const told = await (question.kind === 'place'
      ? this.game.ask<Way>('spot', { to, turn: this.turns ? this.turn : 0 })
      : this.game.ask<Way>('way', { to, answer: pins.at(-1)?.answer ?? null }))
    if (!told || version !== this.game.version || pins !== this.#pins || to !== this.#wish || !this.ghost) return
    const { answer = null } = told
    const end = answer?.type === 'place' ? [answer.x, answer.y, answer.z] : [to[0]!, to[1]!, (answer && told.points?.at(-1)?.[2]) ?? to[2] ?? this.ghost[2]]
    this.ghost = end as Spot
    this.#tried = { answer, told }
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
    this.touched = null
    this.ghost = null
    this.#wish = null
    this.#pins = []
    this.#tried = UNTRIED
    this.#after = null
    this.entered = null
    this.reach = null
    const focus = question?.subject ?? view?.active ?? null
    untrack(() => {
      const fallen = this.selected !== null && !this.game.model(this.selected)?.place
      if (fallen || (focus !== this.#focus && focus !== null)) this.selected = focus
      this.#before = this.selected
      this.#rise(focus)
      this.march.begin()
      this.rows.begin(question)
      this.#goOn()
    })
    this.#focus = focus
    if (DRAWN.includes(question?.kind ?? '') && this.game.mine)
      void this.game.ask<Reach>('reach').then((told) => {
        if (question === this.game.question) this.reach = told
      })
  }

  /** What was taken up before its path was asked for is where it was dragged to since; an offer may come between. */
  #goOn(): void {
    const { question, view, mine } = this.game
    if (question?.offer) return
    const carried = this.#carried
    this.#carried = null
    if (mine && question?.drag && together(view, carried?.model ?? null, question.subject)) {
      this.#carried = { ...carried!, model: null }
      return this.game.answer(question.drag)
    }
    if (!carried?.to || !['path', 'paths'].includes(this.game.question?.kind ?? '')) return
    this.place(carried.to)
    if (carried.kept) this[carried.kept]()
  }

  /** Look at all levels if a model acts above the one in view. */
  #rise(model: number | null): void {
    const place = this.game.model(model)?.place
    if (place && isAbove(place[2], this.floor)) this.floor = null
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

  /** Whether it is asked which of one's own models, or what one of them does: then others of them are wondered about. */
  get #asksOfOwn(): boolean {
    const { question } = this.game
    return !!question?.deeds || this.#options.some(({ model }) => this.game.model(model)?.side === question?.player)
  }

  /** What a model of one's own could do, if it is looked at while another is asked about. */
  #wonderWhat(): (() => void) | undefined {
    const { looked: model, game } = this
    void [game.version, settings.language]
    this.acts = null
    const known = game.model(model)
    const meant = model !== this.#before || [this.touched, this.pointed, this.hovered?.model].includes(model) // and not merely left from the question before
    if (!meant || model === null || !game.mine || !known?.place || known.side !== game.question?.player || !this.#asksOfOwn || together(game.view, game.question.subject, model)) return undefined
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
    const answer = this.march.marching && together(this.game.view, this.game.question?.subject ?? null, model) ? (this.march.told?.answer ?? null) : null
    if (overlay !== 'sees') this.sight = null
    if (overlay !== 'threat') this.threat = null
    if (model === null || !(at ?? answer ?? this.game.model(model)?.place)) {
      this.sight = this.threat = null
      return
    }
    const still = (): boolean => this.overlay === overlay && this.selected === model
    if (overlay === 'sees')
      void this.#look.run(async () => {
        const told = await this.game.ask<{ models: Sighting[] }>('sees', answer ? { model, answer } : { model, at })
        if (told && still()) this.sight = told.models
      })
    if (overlay === 'threat')
      void this.#look.run(async () => {
        const told = await this.game.ask<Threat>('threat', { model })
        if (told && still()) this.threat = told
      })
  }
}
