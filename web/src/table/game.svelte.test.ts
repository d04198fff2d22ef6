// What a page answers by itself: an army that is set up by the machine, offers that are declined for good.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromServer, Question } from '../lib/protocol'
import { Game } from './game.svelte'

class Deaf {
  static readonly OPEN = 1
  readyState = 1
  send = vi.fn()
  close = vi.fn()
}

const question = (player: number): Question => ({ player, what: 'deploy', kind: 'pick', rule: 'TOY-01', prompt: '', subject: null, yours: player === 0, options: [] })
const view = { phase: 'setup', turn: 0, sides: [{}, {}, {}], models: [] }
const hear = (message: object): void => game.hear(message as FromServer)
const step = (version: number, player: number, more: object = {}): void =>
  hear({ type: 'step', version, kind: 'answer', side: 0, lines: [], events: [], changes: {}, question: question(player), clock: null, undo: null, result: null, ...more })

let game: Game

function come(): void {
  game = new Game('ada')
  hear({ type: 'welcome', game: 'g', you: { sides: [0], kind: 'human', name: '' }, seats: [], settings: { open: [], programs: [] }, fairness: null, ruleset: 'toy', version: 1 })
  hear({ type: 'snapshot', version: 1, view, question: question(0), log: [], chat: [], clock: null, undo: null, result: null, recent: [] })
}

describe('an army that the machine sets up', () => {
  beforeEach(() => {
    vi.stubGlobal('WebSocket', Deaf)
    sessionStorage.clear()
    come()
    game.setUpFor(0)
  })
  afterEach(() => {
    game.close()
    vi.unstubAllGlobals()
  })

  it('is set up at each of its hands, though others take something back in between', () => {
    expect(game.answersItself).toBe(true)
    step(2, 1)
    expect([game.mine, game.answersItself]).toEqual([false, false])
    step(3, 1, { kind: 'undo', side: 1, back: 2 })
    step(4, 0, { side: 1 })
    expect(game.answersItself).toBe(true)
  })

  it('is so no longer when its player takes something back or stops it, and when it stands', () => {
    step(2, 0, { kind: 'undo', side: 0, back: 1 })
    expect([game.settingUp, game.mine]).toEqual([null, true])
    game.setUpFor(0)
    game.setUpFor(null)
    expect(game.mine).toBe(true)
    game.setUpFor(0)
    step(3, 0, { changes: { phase: 'movement' } })
    expect(game.settingUp).toBe(null)
  })

  it('goes on after the page has been loaded again', () => {
    game.close()
    come()
    expect(game.answersItself).toBe(true)
  })

  it('is planned anew once if an answer is refused, and then its player is asked', () => {
    const refused = { type: 'refused', id: 'x', name: 'refused', sentence: 'Somebody stands there.', rule: 'TOY-02' }
    hear(refused)
    expect(game.answersItself).toBe(true)
    hear(refused)
    expect([game.answersItself, game.refusal?.sentence]).toEqual([false, 'Somebody stands there.'])
  })
})

describe('offers that are declined', () => {
  const offer = (more: object = {}): object => ({ ...question(0), offer: 'reroll', may_pass: true, ...more })
  const rolled = { lines: [{ version: 0, text: 'A roll.', side: 0, pace: 'dice', rule: 'TOY-03' }], events: [{ kind: 'rolled', values: {}, causes: [], dice: [3, 4] }] }
  const sent = (): number[] =>
    socket.send.mock.calls
      .map(([text]) => JSON.parse(text as string) as { type: string; version: number })
      .filter(({ type }) => type === 'answer')
      .map(({ version }) => version)
  let socket: Deaf

  beforeEach(() => {
    vi.useFakeTimers()
    socket = new Deaf()
    vi.stubGlobal('WebSocket', Object.assign(function () { return socket }, { OPEN: 1 }))
    sessionStorage.clear()
    come()
    hear({ type: 'step', version: 2, kind: 'answer', side: 0, lines: [], events: [], changes: { turn: 1 }, question: offer(), clock: null, undo: null, result: null })
    game.declineForNow()
  })
  afterEach(() => {
    game.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('are answered as soon as they are told, and shown one after the other', () => {
    step(3, 0, { ...rolled, question: offer() })
    step(4, 0, { ...rolled, question: offer() })
    step(5, 0, { ...rolled, question: question(0) })
    expect(sent()).toEqual([2, 3, 4])
    expect([game.version, game.mine]).toEqual([3, false])
    vi.advanceTimersByTime(700)
    expect([game.version, game.mine, game.log.length]).toEqual([5, true, 3])
    expect(sent()).toEqual([2, 3, 4])
  })

  it('are asked about again in the next turn, though its beginning is yet to be shown', () => {
    step(3, 0, { ...rolled, question: question(1) })
    step(4, 0, { changes: { turn: 2 }, question: offer() })
    expect(sent()).toEqual([2])
    vi.advanceTimersByTime(1000)
    expect([game.version, game.mine]).toEqual([4, true])
  })

  it('are asked about if the answer to one is refused', () => {
    step(3, 0, { ...rolled, question: question(1) })
    step(4, 0, { ...rolled, question: offer() })
    hear({ type: 'refused', id: 'x', name: 'refused', sentence: 'There is nothing to pass.', rule: 'TOY-04' })
    expect([game.version, game.mine, game.refusal?.sentence]).toEqual([4, true, 'There is nothing to pass.'])
  })
})
