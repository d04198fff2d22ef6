// A game as this page knows it: what the server has told, kept up to date, and how to answer and ask.
import { settings } from '../lib/settings.svelte'
import type {
  Answer, ChatLine, Clock, Fairness, FromServer, Happening, Line, Model, Offer, OfferOver, Question, Result, Seat, Snapshot, Step, Undo, View, Welcome,
} from '../lib/protocol'
import { listed } from '../lib/words.svelte'
import { goOn, NOTHING, type Deed } from './deeds'
import { changed, lasts } from './steps'

const FIRST_WAIT = 400 // ms before connecting again; doubles up to LONGEST_WAIT
const LONGEST_WAIT = 8000
const PASS: Answer = { type: 'pass' }

/** What is offered to whom. */
const offered = ({ player, offer }: Question): string => JSON.stringify([player, offer])

/** The turn that stands for all of them. */
const ALWAYS = -1

/** The answer of whoever declines an offer; where something falls on somebody, it does so as the rules would have it. */
const declined = (question: Question): Answer => (question.may_pass === false ? (question.default ?? PASS) : PASS)

export interface Told {
  sentence: string
  rule: string
}

export class Game {
  welcome = $state.raw<Welcome | null>(null)
  version = $state(-1)
  view = $state.raw<View | null>(null)
  question = $state.raw<Question | null>(null)
  log = $state.raw<Line[]>([])
  chat = $state.raw<ChatLine[]>([])
  clock = $state.raw<(Clock & { since: number }) | null>(null)
  undo = $state.raw<Undo | null>(null)
  result = $state.raw<Result | null>(null)
  seats = $state.raw<Seat[]>([])
  fairness = $state.raw<Fairness | null>(null)
  offer = $state.raw<Offer | null>(null)
  /** How the last offer ended, until something else happens. */
  replied = $state.raw<OfferOver | null>(null)
  thinking = $state<number | null>(null)
  rematch = $state<string | null>(null)
  /** Whether something has been played here, or another battle asked for: who only comes to look at an old one is not led on to the next. */
  played = $state(false)
  /** What just happened: the events of the last step, to be shown in motion. */
  latest = $state.raw<{ version: number; events: Happening[]; before: View } | null>(null)
  /** The deed under way, if dice were rolled for it. */
  deed = $state.raw<Deed | null>(null)
  /** The version at which this page gave its last answer. */
  #answered = $state(Infinity)
  /** Why the last answer was refused. */
  refusal = $state.raw<Told | null>(null)
  /** The side whose army is set up for its player, hand after hand, until it stands or its player takes something back. */
  #settingUp = $state<number | null>(null)
  /** Whether the rest of the battle is played by hints. */
  resting = $state(false)
  /** Whether an answer is on its way. */
  waiting = $state(false)
  connected = $state(false)
  /** What a program has answered for this seat while its player was away, until that is put aside. */
  stoodIn = $state.raw<Welcome['stood_in'] | null>(null)
  /** Why there is no game, for good. */
  gone = $state<string | null>(null)

  #socket: WebSocket | null = null
  #wait = FIRST_WAIT
  #closed = false
  #unsent = new Map<string, object>() // changes not yet acknowledged; sent again after a break
  #asked = new Map<string, (told: never) => void>()
  #number = 0
  #underWay = NOTHING
  #coming = $state.raw<Step[]>([]) // steps told but not shown yet
  #declined = $state.raw<Record<string, number>>({}) // the turn for which offers are declined, by what is offered
  #moment = -1 // the version that stands: after something was taken back the one it has led to
  #unbidden = new Set<number>() // the versions at which this page answered by itself
  #ahead = $state(-1) // the last of them: it is answered as soon as it is told, though it may be shown later
  #askedAfterAll = $state(-1) // the version at which an offer is asked about though such are declined
  #planned = -1 // the version at which an answer of setting up was refused, and another was looked for
  #looking = 0 // the timer that runs while a step is looked at
  readonly #own = crypto.getRandomValues(new Uint32Array(2)).join('-')

  constructor(readonly token: string) {
    this.#declined = JSON.parse(sessionStorage.getItem(this.#kept) ?? '{}') as Record<string, number>
    this.#settingUp = JSON.parse(sessionStorage.getItem(this.#handedOver) ?? 'null') as number | null
    this.#connect()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#looking)
    this.#socket?.close()
  }

  // --- what is

  /** Whether somebody at this page decides now. */
  get mine(): boolean {
    return (this.question?.yours ?? false) && !this.answersItself
  }

  /** Whether this page answers the question by itself, because of what was wished for before: then nobody is asked it. */
  get answersItself(): boolean {
    const { question } = this
    if (!question?.yours) return false
    return (this.#unasked() !== null || this.settingUp === question.player || (this.resting && this.alone)) && this.refusal === null
  }

  /** How many steps are still to be shown. */
  get behind(): number {
    return this.#coming.length
  }

  /** Whether offers are declined unasked. */
  get declining(): boolean {
    return Object.values(this.#declined).some((turn) => turn === ALWAYS || turn === this.view?.turn)
  }

  /** What has come of this page's last answer, and what others have done since. */
  get since(): Line[] {
    return this.log.filter((line) => line.version > this.#answered)
  }

  /** The sides this seat plays. */
  get sides(): number[] {
    return this.welcome?.you.sides ?? []
  }

  /** The one side this seat plays; null for onlookers, and where it plays several. */
  get own(): number | null {
    return this.sides.length === 1 ? this.sides[0]! : null
  }

  /** Whether a side is played from here, and others are not. */
  isOwn(side: number): boolean {
    return this.sides.includes(side) && (this.sides.length === 1 || this.apart)
  }

  /** The sides this seat plays that are still in the battle. */
  get playing(): number[] {
    return this.result ? [] : this.sides.filter((side) => !this.view?.sides[side]?.gone)
  }

  /** Whether no enemy is left, so that little remains to be decided. */
  get alone(): boolean {
    const { own } = this
    const enemies = own === null ? [] : (this.view?.models.filter((model) => !this.areFriends(model.side, own)) ?? [])
    return enemies.length > 0 && enemies.every((model) => model.removed)
  }

  /** Whether two sides play together, or are the same. */
  areFriends(one: number | undefined, other: number): boolean {
    return one !== undefined && this.view?.sides[one]?.alliance === this.view?.sides[other]?.alliance
  }

  /** The sides whose players have yet to choose a team. */
  get open(): number[] {
    return this.welcome?.settings.open ?? []
  }

  /** Whether people play here who sit in different places. */
  get apart(): boolean {
    return this.seats.filter((seat) => seat.kind === 'human').length > 1
  }

  /** The sides that other people play. */
  get others(): number[] {
    return this.seats.filter((seat) => seat.kind === 'human').flatMap((seat) => seat.sides).filter((side) => !this.sides.includes(side))
  }

  /** Whether a program plays a side for somebody who is away. */
  isStoodIn(side: number): boolean {
    return this.seats.some((seat) => seat.stood_in && seat.sides.includes(side))
  }

  team(side: number): string {
    return this.view?.sides[side]?.team ?? ''
  }

  /** What the person is called who plays a side. */
  nameOf(side: number): string {
    const seat = this.seats.find((seat) => seat.kind === 'human' && seat.sides.includes(side))
    return seat && (seat.sides.length === 1 || this.apart) ? seat.name : ''
  }

  /** The level of the program that plays a side, in words. */
  programOf(side: number): string {
    return this.welcome?.settings.programs[side] ?? ''
  }

  /** Names of teams, one after the other. */
  teams(sides: readonly number[]): string {
    return listed(sides.map((side) => this.team(side)))
  }

  model(id: number | null | undefined): Model | null {
    return id === null || id === undefined ? null : (this.view?.models[id] ?? null)
  }

  // --- what can be done

  answer(answer: Answer): void {
    if (this.waiting) return
    this.#answered = this.version
    this.stoodIn = null
    this.#give(answer)
  }

  #give(answer: Answer): void {
    this.waiting = true
    this.refusal = null
    this.#change({ type: 'answer', answer })
  }

  /** Decline an offer, and every one like it until the turn is over, or until one wants to be asked again. */
  declineForNow(): void {
    if (!this.question || !this.view) return
    const turn = this.question.standing ? ALWAYS : this.view.turn
    this.#decline({ ...this.#declined, [offered(this.question)]: turn })
    this.answer(declined(this.question))
  }

  /** Be asked again. */
  reconsider = (): void => this.#decline({})

  /** What is declined is so after the page has been loaded again, too. */
  #decline(declined: Record<string, number>): void {
    this.#declined = declined
    sessionStorage.setItem(this.#kept, JSON.stringify(declined))
  }

  get settingUp(): number | null {
    return this.#settingUp
  }

  /** Have an army set up by the machine, now and at each of its next hands; null: no longer. It is so after the page has been loaded again, too. */
  setUpFor(side: number | null): void {
    if (this.#settingUp === side) return
    this.#settingUp = side
    if (side === null) sessionStorage.removeItem(this.#handedOver)
    else sessionStorage.setItem(this.#handedOver, JSON.stringify(side))
  }

  get #handedOver(): string {
    return `setting up ${this.token}`
  }

  get #kept(): string {
    return `declined ${this.token}`
  }

  /** Show at once what is still to be shown. */
  catchUp(): void {
    clearTimeout(this.#looking)
    this.#looking = 0
    const steps = this.#coming
    this.#coming = []
    for (const step of steps) this.#step(step)
  }

  takeBack = (): void => this.#change({ type: 'undo' })
  concede = (side: number): void => this.#change({ type: 'concede', side })
  playAgain = (): void => {
    this.played = true
    this.#change({ type: 'rematch' })
  }
  say = (text: string): void => this.#change({ type: 'chat', text })
  introduce = (name: string): void => this.#change({ type: 'name', name })
  chooseTeam = (team: string): void => this.#change({ type: 'team', team })
  /** A link for onlookers; null if there is none to be had. */
  invite = async (): Promise<string | null> => (await this.#request<{ token: string }>({ type: 'invite' }))?.token ?? null
  reply(accept: boolean): void {
    if (!this.offer) return
    this.#change({ type: 'reply', kind: this.offer.kind, accept })
    const waiting = this.offer.waiting.filter((side) => !this.sides.includes(side))
    this.offer = accept && waiting.length ? { ...this.offer, waiting } : null
  }

  speak(language: string): void {
    this.#send({ type: 'language', lang: language })
  }

  /** Ask the referee something that changes nothing; null if nothing can be told (any more). */
  ask<T>(about: string, more: object = {}): Promise<T | null> {
    return this.#request<T>({ type: 'ask', about, version: this.version, ...more })
  }

  #request<T>(message: object): Promise<T | null> {
    const id = this.#id()
    return new Promise((resolve) => {
      if (!this.#send({ id, ...message })) return resolve(null)
      this.#asked.set(id, resolve as (told: never) => void)
    })
  }

  // --- talking

  #id = (): string => `${this.#own}-${++this.#number}`

  #change(message: object, version = this.version): void {
    const id = this.#id()
    const whole = { ...message, id, version }
    this.#unsent.set(id, whole)
    this.#send(whole)
  }

  #send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  #connect(): void {
    const have = this.version >= 0 ? `&have=${this.version}` : ''
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/play/${encodeURIComponent(this.token)}?lang=${settings.language}${have}`)
    this.#socket = socket
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as FromServer)
    socket.onopen = () => {
      this.connected = true
      this.#wait = FIRST_WAIT
      for (const message of this.#unsent.values()) this.#send(message)
    }
    socket.onclose = (event) => {
      this.connected = false
      for (const resolve of this.#asked.values()) resolve(null as never)
      this.#asked.clear()
      if (event.code === 4404) this.gone = event.reason
      if (this.#closed || this.gone !== null) return
      setTimeout(() => this.#connect(), this.#wait)
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT)
    }
  }

  hear(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.welcome = message
        this.seats = message.seats
        this.fairness = message.fairness
        this.stoodIn = message.stood_in ?? null
        this.offer = null // those that stand are told next
        break
      case 'snapshot':
        this.#stand(message)
        break
      case 'step':
        this.#coming = [...this.#coming, message]
        this.#goAhead(message)
        this.#show()
        break
      case 'ack':
        this.#unsent.delete(message.id)
        break
      case 'refused':
        this.#unsent.delete(message.id)
        if (this.#asked.has(message.id)) {
          this.#asked.get(message.id)!(null as never)
          this.#asked.delete(message.id)
        } else {
          if (this.#ahead > this.version) this.catchUp() // what was refused is the last that was told
          this.#ahead = -1
          this.waiting = false
          if (message.name !== 'stale' && !this.#plansAnew()) this.refusal = { sentence: message.sentence, rule: message.rule }
        }
        break
      case 'told':
        this.#asked.get(message.id)?.(message as never)
        this.#asked.delete(message.id)
        break
      case 'chat':
        if (message.number > (this.chat.at(-1)?.number ?? 0)) this.chat = [...this.chat, message]
        break
      case 'presence':
        this.seats = message.seats
        break
      case 'offer':
        this.offer = message
        this.replied = null
        break
      case 'offer-over':
        this.offer = null
        this.replied = message
        break
      case 'rematch':
        this.rematch = message.token
        break
      case 'thinking':
        this.thinking = message.side
        break
    }
  }

  /** Whether another answer is looked for, once, because others have set up otherwise than was thought. */
  #plansAnew(): boolean {
    const first = this.#planned !== this.version && this.settingUp !== null && this.settingUp === this.question?.player
    this.#planned = this.version
    return first
  }

  /** Show what has come, one step after the other, each for as long as it takes to be seen. */
  #show(): void {
    while (!this.#looking && this.#coming.length) {
      const [step, ...rest] = this.#coming as [Step, ...Step[]]
      this.#coming = rest
      this.#step(step)
      const time = lasts(step, this.#coming.length, this.#unbidden.has(step.version))
      if (!time) continue
      this.#looking = window.setTimeout(() => {
        this.#looking = 0
        this.#show()
      }, time)
    }
  }

  #stand(told: Snapshot): void {
    this.#coming = []
    this.view = told.view
    this.log = told.log
    this.chat = told.chat
    this.latest = null
    this.#moment = told.version
    this.#underWay = NOTHING
    for (const { version, events } of told.recent) this.#lay(version, told.log.filter((line) => line.version === version), events)
    this.#now(told)
  }

  #step(step: Step): void {
    if (!this.view || step.version <= this.version) return
    const before = this.view
    this.view = changed(before, step.changes)
    const kept = step.back === undefined ? this.log : this.log.filter((line) => line.version <= step.back!)
    this.log = [...kept, ...step.lines]
    this.latest = { version: step.version, events: step.events, before }
    this.played = true
    if (step.kind === 'undo') {
      this.#underWay = NOTHING
      this.deed = null
      if (this.sides.includes(step.side)) this.setUpFor(null) // what others take back changes nothing here
    } else this.replied = null
    this.#moment = step.back ?? step.version
    this.#lay(step.version, step.lines, step.events)
    if (step.fairness) this.fairness = step.fairness
    this.#now(step)
  }

  /** Leave on the table the dice of the deed under way, until another begins. */
  #lay(version: number, lines: Line[], events: Happening[]): void {
    const { now, rolled } = goOn(this.#underWay, version, lines, events)
    this.#underWay = now
    this.deed = rolled
  }

  #now(told: Snapshot | Step): void {
    this.version = told.version
    this.question = told.question
    this.clock = told.clock && { ...told.clock, since: performance.now() }
    this.undo = told.undo
    this.result = told.result
    this.waiting = told.version <= this.#ahead
    this.thinking = null
    this.refusal = null
    if (this.view?.phase !== 'setup') this.setUpFor(null)
    const answer = this.waiting ? null : this.#unasked()
    if (!answer) return
    if (this.question?.offer && 'kind' in told && told.kind === 'undo') return this.#goBack(this.question)
    this.#unbidden.add(this.#moment)
    this.#ahead = told.version
    this.#give(answer)
  }

  /** Answer at once what nobody is bothered with, though what has led to it is still to be shown. */
  #goAhead({ version, question }: Step): void {
    if (!this.view || version <= this.version || this.#coming.some((step) => step.kind === 'undo')) return
    const turn = this.#coming.findLast((step) => step.changes.turn !== undefined)?.changes.turn ?? this.view.turn
    const answer = this.#unasked(question, turn)
    if (!answer) return
    this.#unbidden.add(version)
    this.#ahead = version
    this.#change({ type: 'answer', answer }, version)
  }

  /** What was taken back has led to an offer that is declined for this turn: on beyond it if this page declined it unasked, as far as one can; if it was declined by hand, no longer. */
  #goBack(question: Question): void {
    if (!this.#unbidden.has(this.#moment)) return this.#stopDeclining(question)
    if (this.undo?.possible && !this.undo.offer) this.takeBack()
    else this.#askedAfterAll = this.version
  }

  #stopDeclining(question: Question): void {
    this.#decline(Object.fromEntries(Object.entries(this.#declined).filter(([offer]) => offer !== offered(question))))
  }

  /** The answer to a question that nobody need be bothered with. */
  #unasked(question = this.question, turn = this.view?.turn): Answer | null {
    if (!question?.yours) return null
    if (question.moot) return question.default ?? null
    if (!question.offer || this.version === this.#askedAfterAll) return null
    const until = this.#declined[offered(question)]
    return until === ALWAYS || (until !== undefined && until === turn) ? declined(question) : null
  }
}
