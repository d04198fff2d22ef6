// The hand and the board at a table of their own: an empty meadow with one rule, that nobody goes farther than six inches.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer, Model, Option, PathAnswer, Question, Spot, View, Way } from '../../lib/protocol'
import { Hand, type Match } from '../hand.svelte'
import { Latest } from '../latest'
import { Careful } from '../panels/careful.svelte'
import Board from './Board.svelte'
import { distance } from './geometry'

const MOST = 6

// a window without a size, whose size never changes
class Fixed implements ResizeObserver {
  observe = (): void => undefined
  unobserve = (): void => undefined
  disconnect = (): void => undefined
}
globalThis.ResizeObserver ??= Fixed

const model = (id: number, side: number, place: Spot): Model => ({
  id, name: `Guard ${id}`, side, unit: id, place, base: 1, wounds: 5, starting_wounds: 5, card: 'guard', ready: true, condition: '', alert: '', states: [], removed: false, profile: [], weapons: [], abilities: [],
})
const option = (value: number | string, more: Partial<Option> = {}): Option => ({
  answer: { type: 'pick', value }, label: { title: String(value), detail: '', figures: [] }, group: null, model: null, at: null, foresight: false, ...more,
})
const question = (more: Partial<Question>): Question => ({
  player: 0, what: 'any', kind: 'pick', rule: 'TOY-01', prompt: '', subject: null, yours: true, options: [], ...more,
})

class Meadow implements Match {
  view = $state.raw<View | null>({
    ruleset: 'meadow', player: null, board: [30, 22], mission: '', aims: [], legend: [], terrain: [], markers: [], zones: [], turn: 1, phase: '', heading: '', initiative: 0, active: null,
    sides: ['Reds', 'Greens'].map((team, alliance) => ({ team, vp: 0, alliance, gone: false })),
    models: [model(0, 0, [5, 5, 0]), model(1, 1, [20, 15, 0]), model(2, 1, [22, 15, 0])],
  })
  question = $state.raw<Question | null>(null)
  version = $state(1)
  latest = null
  waiting = $state(false)
  asked: { about: string; more: Record<string, unknown> }[] = []
  answers: Answer[] = []
  busy = 0

  get mine(): boolean {
    return this.question?.yours ?? false
  }

  model = (id: number | null | undefined): Model | null => this.view?.models.find((found) => found.id === id) ?? null

  answer(answer: Answer): void {
    this.answers.push(answer)
    this.waiting = true
  }

  async ask<T>(about: string, more: object = {}): Promise<T | null> {
    this.asked.push({ about, more: more as Record<string, unknown> })
    this.busy += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    this.busy -= 1
    return this.#tell(about, more as Record<string, unknown>) as T
  }

  #tell(about: string, more: Record<string, unknown>): unknown {
    switch (about) {
      case 'way':
        return this.#judge({ type: 'path', points: [...((more['answer'] as PathAnswer | null)?.points ?? []), more['to'] as number[]] })
      case 'spot':
        return this.#room(more['to'] as number[], more['turn'] as number)
      case 'foresee':
        return { text: 'It may rain.', sight: null, odds: null }
      case 'measure':
        return { inches: 5, text: '5.0"' }
      case 'reach':
        return { polygons: [], most: MOST }
    }
    return null
  }

  /** Nothing is put into water, which begins south of an inch; what is put beside its edge is meant to lie at it. */
  #room([x, y, z = 0]: number[], turn: number): Way {
    if (y! < 0.5) return { answer: null, sentence: 'It would get wet.', rule: 'TOY-03' }
    return { answer: { type: 'place', x: x!, y: Math.max(1, y!), z, turn }, seen_by: [1] }
  }

  #judge(answer: PathAnswer): Way {
    const points = [this.model(0)!.place!, ...answer.points.map(([x, y, z]): Spot => [x as number, y as number, (z as number) ?? 0])]
    const length = points.slice(1).reduce((sum, point, k) => sum + distance(points[k]!, point), 0)
    const told = { answer, length, left: MOST - length, points, climbs: [] }
    if (length > MOST) return { ...told, answer: null, corner: null, sentence: 'Too far.', rule: 'TOY-01' }
    const inWater = points.at(-1)![1] < 1
    return inWater ? { ...told, answer: null, corner: answer, sentence: 'One may wade, not stay.', rule: 'TOY-02' } : { ...told, corner: answer }
  }
}

/** Until everything that was asked has been told. */
async function heard(): Promise<void> {
  await tick()
  do await new Promise((resolve) => setTimeout(resolve, 10))
  while (meadow.busy)
  await tick()
}

let meadow: Meadow
let hand: Hand

beforeEach(() => {
  meadow = new Meadow()
  hand = new Hand(meadow)
})
afterEach(() => hand.close())

async function asks(more: Partial<Question>): Promise<void> {
  meadow.question = question(more)
  meadow.version += 1
  await heard()
}

describe('asking', () => {
  it('happens one at a time, and of those that come meanwhile only the latest is asked', async () => {
    const done: number[] = []
    const latest = new Latest()
    const all = [1, 2, 3, 4].map((k) => latest.run(async () => void (await tick(), done.push(k))))
    await Promise.all(all)
    expect(done).toEqual([1, 4])
  })

  it('goes on after something went wrong', async () => {
    const latest = new Latest()
    await expect(latest.run(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    let done = false
    await latest.run(async () => void (done = true))
    expect(done).toBe(true)
  })
})

describe('a path', () => {
  beforeEach(() => asks({ kind: 'path', subject: 0, most: MOST }))

  it('selects the model it is about and asks for its reach', () => {
    expect(hand.selected).toBe(0)
    expect(hand.reach?.most).toBe(MOST)
  })

  it('is measured by the referee before it is confirmed', async () => {
    hand.place([8, 9])
    expect(hand.draft?.legal).toBeNull()
    await heard()
    expect(hand.draft).toMatchObject({ legal: true, length: 5, left: 1, points: [[5, 5, 0], [8, 9, 0]] })
    hand.confirm()
    expect(meadow.answers).toEqual([{ type: 'path', points: [[8, 9]] }])
  })

  it('that is refused has the sentence and is not confirmed', async () => {
    hand.place([20, 20])
    await heard()
    expect(hand.draft).toMatchObject({ legal: false, sentence: 'Too far.', rule: 'TOY-01', answer: null })
    hand.confirm()
    hand.pin()
    expect(meadow.answers).toEqual([])
    expect(hand.draft?.pins).toEqual([])
  })

  it('goes by the corners that were set, and they can be taken back', async () => {
    hand.place([7, 5])
    await heard()
    hand.pin()
    hand.place([7, 8])
    await heard()
    expect(hand.draft).toMatchObject({ length: 5, pins: [[7, 5, 0]], answer: { type: 'path', points: [[7, 5], [7, 8]] } })
    hand.cancel()
    expect(hand.draft).toBeNull()
  })

  it('is kept where a hint puts it, and is no corner of another way', async () => {
    hand.suggest({ type: 'path', points: [[6, 5, 0], [7, 5, 0]] })
    await heard()
    hand.rest()
    expect(hand.draft).toMatchObject({ pins: [[7, 5, 0]], legal: true })
    hand.place([5, 8])
    await heard()
    expect(hand.draft).toMatchObject({ pins: [], answer: { type: 'path', points: [[5, 8]] } })
  })

  it('that a finger leaves somewhere goes elsewhere by no corner, unless it is made one', async () => {
    hand.place([7, 5])
    hand.leave()
    await heard()
    hand.rest()
    expect(hand.draft).toMatchObject({ pins: [[7, 5, 0]], legal: true })
    hand.place([7, 8])
    hand.leave()
    await heard()
    expect(hand.draft).toMatchObject({ pins: [[7, 8, 0]], answer: { points: [[7, 8]] } })
    expect(hand.cornered).toBe(true)
    hand.corner()
    expect(hand.cornered).toBe(false)
    hand.place([8, 8])
    await heard()
    expect(hand.draft).toMatchObject({ pins: [[7, 8, 0]], answer: { points: [[7, 8], [8, 8]] } })
  })

  it('has places to aim at only where there is no area to draw', async () => {
    const places = [option('', { answer: { type: 'path', points: [[7, 5, 0]] }, at: [7, 5, 0] })]
    await asks({ kind: 'path', subject: 0, most: MOST, options: places })
    expect(hand.marked).toHaveLength(1)
    hand.reach = { polygons: [{ z: 0, rings: [[[5, 5], [7, 5], [7, 7]]] }], most: MOST }
    expect(hand.marked).toHaveLength(0)
  })

  it('may go by a corner where it may not end', async () => {
    hand.place([5, 0.5])
    await heard()
    hand.pin()
    expect(hand.draft).toMatchObject({ pins: [[5, 0.5, 0]], legal: false, answer: null })
    hand.place([6, 1.5])
    await heard()
    expect(hand.draft).toMatchObject({ legal: true, answer: { type: 'path', points: [[5, 0.5], [6, 1.5]] } })
  })

  it('rests at its last corner when the pointer is gone', async () => {
    hand.place([7, 5])
    await heard()
    hand.pin()
    hand.place([25, 5])
    await heard()
    hand.rest()
    expect(hand.draft).toMatchObject({ legal: true, length: 2 })
  })

  it('that is confirmed while the referee looks is done once it is found legal', async () => {
    hand.place([7, 5])
    hand.confirm()
    expect(meadow.answers).toEqual([])
    await heard()
    expect(meadow.answers).toHaveLength(1)
  })

  it('asks only about the last of many places while one is on its way', async () => {
    for (let tenths = 60; tenths <= 99; tenths++) hand.place([tenths / 10, 5])
    await heard()
    expect(meadow.asked.filter(({ about }) => about === 'way')).toHaveLength(2)
    expect(hand.draft?.length).toBeCloseTo(4.9)
  })

  it('is dropped with the question', async () => {
    hand.place([7, 5])
    await asks({ kind: 'pick' })
    expect([hand.ghost, hand.draft]).toEqual([null, null])
  })
})

describe('a place', () => {
  const BOARD: [number, number][] = [[-1, -0.1], [1, -0.1], [1, 0.1], [-1, 0.1]]

  it('can be turned if it has a shape, and is asked about again', async () => {
    await asks({ kind: 'place', shape: BOARD })
    hand.place([3, 3, 0])
    hand.turnBy(45)
    await heard()
    hand.confirm()
    expect(meadow.answers).toEqual([{ type: 'place', x: 3, y: 3, z: 0, turn: 45 }])
  })

  it('stays turned wherever it is put, also for the next one', async () => {
    await asks({ kind: 'place', shape: BOARD, options: [option('', { answer: { type: 'place', x: 9, y: 9, z: 0, turn: 90 }, at: [9, 9, 0] })] })
    hand.turnBy(45)
    expect(hand.ghost).toEqual([9, 9, 0]) // so that one sees it turn
    hand.place([9, 9, 0])
    await heard()
    expect(hand.draft?.answer).toMatchObject({ x: 9, y: 9, turn: 45 })
    await asks({ kind: 'place', shape: BOARD })
    expect(hand.turn).toBe(45)
  })

  it('of a model is not turned', async () => {
    await asks({ kind: 'place', shape: BOARD })
    hand.turnBy(45)
    await asks({ kind: 'place', subject: 0 })
    hand.turnBy(45)
    hand.place([3, 3, 0])
    await heard()
    expect([hand.turns, hand.draft?.answer]).toEqual([false, { type: 'place', x: 3, y: 3, z: 0, turn: 0 }])
  })

  it('that is nearly right is set aside a little, and the ghost does not tremble', async () => {
    await asks({ kind: 'place', subject: 0 })
    hand.place([3, 0.8])
    await heard()
    expect(hand.draft).toMatchObject({ legal: true, answer: { x: 3, y: 1 }, seenBy: [1] })
    hand.place([3.5, 0.7])
    expect(hand.ghost).toEqual([3, 1, 0])
    await heard()
    expect(hand.ghost).toEqual([3.5, 1, 0])
    hand.place([4, 0.2])
    await heard()
    expect(hand.draft).toMatchObject({ legal: false, sentence: 'It would get wet.', answer: null })
    expect(hand.ghost).toEqual([4, 0.2, 0])
  })

  it('stays on the board', () => {
    expect(hand.spot(-4, 99)).toEqual([0, 22, 0])
  })
})

describe('a model that is dragged when it is asked what it does', () => {
  const walk: Answer = { type: 'pick', value: 'walk' }
  const deeds: Partial<Question> = { subject: 0, deeds: true, drag: walk, options: [option('walk'), option('shoot')] }
  const path: Partial<Question> = { kind: 'path', subject: 0, most: MOST }
  const drags = async (): Promise<void> => {
    await asks(deeds)
    hand.drag()
    expect([meadow.answers, meadow.waiting]).toEqual([[walk], true])
    hand.place(hand.spot(8, 9))
  }
  const goesOn = async (more: Partial<Question>): Promise<void> => {
    meadow.waiting = false
    await asks(more)
  }

  it('walks, and is held where it is dragged to', async () => {
    await drags()
    await goesOn(path)
    expect(hand.ghost).toEqual([8, 9, 0])
    expect(hand.draft).toMatchObject({ legal: true, pins: [] })
    hand.place(hand.spot(6, 6))
    await heard()
    expect(hand.draft).toMatchObject({ legal: true, points: [[5, 5, 0], [6, 6, 0]] })
  })

  it('stays where it was released before', async () => {
    await drags()
    hand.pin()
    await goesOn(path)
    expect(hand.draft).toMatchObject({ legal: true, pins: [[8, 9, 0]] })
  })

  it('is put aside by a finger, and is no corner', async () => {
    await drags()
    hand.leave()
    await goesOn(path)
    expect([hand.ghost, hand.cornered]).toEqual([[8, 9, 0], true])
  })

  it('stays there while something is offered', async () => {
    await drags()
    hand.pin()
    await goesOn({ offer: 'ploy', options: [option('none')] })
    hand.choose(option('none'))
    await goesOn(path)
    expect(hand.draft).toMatchObject({ legal: true, pins: [[8, 9, 0]] })
  })

  it('is let go if something else is asked', async () => {
    await drags()
    await goesOn({ options: [option('yes')] })
    await goesOn(path)
    expect(hand.ghost).toBeNull()
  })

  it('does not move if it cannot walk', async () => {
    await asks({ subject: 0, deeds: true, options: [option('shoot')] })
    expect(hand.draggable).toBe(false)
    hand.drag()
    expect(meadow.answers).toEqual([])
  })
})

describe('models that are options', () => {
  it('are chosen by one touch, by a finger by two', async () => {
    await asks({ options: [option(1, { model: 1 }), option(2, { model: 2 })] })
    hand.touch(1, { careful: true })
    expect([meadow.answers.length, hand.hovered?.model]).toEqual([0, 1])
    hand.touch(1, { careful: true })
    expect(meadow.answers).toEqual([{ type: 'pick', value: 1 }])
  })

  it('are not chosen by a second touch once another has been shown', async () => {
    const [one, other] = [option(1, { model: 1, foresight: true }), option(2, { model: 2, foresight: true })]
    await asks({ options: [one, other] })
    hand.touch(1, { careful: true })
    hand.consider(other) // in the list
    hand.touch(1, { careful: true })
    expect([meadow.answers.length, hand.hovered?.model]).toEqual([0, 1])
    hand.touch(1, { careful: true })
    expect(meadow.answers).toEqual([{ type: 'pick', value: 1 }])
  })

  it('are chosen in the list by two touches, with none of another between', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('hover: none') }))
    const [one, other] = [option(1, { model: 1, foresight: true }), option(2, { model: 2, foresight: true })]
    await asks({ options: [one, other] })
    const careful = new Careful(hand)
    careful.choose(one)
    expect(careful.first).toBe(one)
    hand.touch(2, { careful: true })
    expect(careful.first).toBeNull()
    careful.choose(one)
    expect(meadow.answers).toEqual([])
    careful.choose(one)
    expect(meadow.answers).toEqual([{ type: 'pick', value: 1 }])
    vi.unstubAllGlobals()
  })

  it('are looked at by pointing, and while something is laid over the board by a first touch', async () => {
    await asks({ subject: 0, options: [option(1, { model: 1 })] })
    hand.point(1)
    expect([hand.looked, hand.selected]).toEqual([1, 0])
    hand.point(null)
    expect(hand.looked).toBe(0)
    hand.show('sees')
    hand.point(1)
    expect(hand.looked).toBe(0)
    hand.touch(1)
    expect([meadow.answers.length, hand.selected]).toEqual([0, 1])
    hand.touch(1)
    expect(meadow.answers).toHaveLength(1)
  })

  it('are no longer looked at once they have fallen', async () => {
    await asks({ subject: 0 })
    hand.touch(1)
    await asks({ subject: 0 })
    expect(hand.selected).toBe(1)
    meadow.view = { ...meadow.view!, models: meadow.view!.models.map((one) => (one.id === 1 ? { ...one, place: null, removed: true } : one)) }
    await asks({ subject: 0 })
    expect(hand.selected).toBe(0)
  })

  it('are not wondered about only because they were looked at before', async () => {
    const asked = (): number => meadow.asked.filter(({ about }) => about === 'acts').length
    meadow.view = { ...meadow.view!, models: meadow.view!.models.map((one) => ({ ...one, side: 0 })) }
    hand.touch(1)
    await asks({ options: [option(0, { model: 0 })] })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect([hand.looked, asked()]).toEqual([1, 0])
    hand.touch(1)
    await vi.waitFor(() => expect(asked()).toBe(1))
  })

  it('are looked at if several options share them, or none', async () => {
    await asks({ options: [option('a', { model: 1 }), option('b', { model: 1 })] })
    hand.touch(1)
    hand.touch(2)
    expect([meadow.answers.length, hand.selected]).toEqual([0, 2])
  })

  it('are foreseen once for each version', async () => {
    await asks({ options: [option(1, { model: 1, foresight: true })] })
    for (let times = 0; times < 2; times++) {
      hand.point(1)
      await vi.waitFor(() => expect(hand.foresight?.text).toBe('It may rain.'))
      hand.point(null)
      await tick()
      expect(hand.foresight).toBeNull()
    }
    expect(meadow.asked.filter(({ about }) => about === 'foresee')).toHaveLength(1)
  })

  it('are no options to somebody whose decision it is not', async () => {
    await asks({ yours: false, options: [option(1, { model: 1 })] })
    hand.touch(1)
    expect([meadow.answers.length, hand.byModel.size]).toEqual([0, 0])
  })
})

describe('the ruler', () => {
  it('goes from end to end, then anew', async () => {
    hand.ruler.measure({ model: 0 })
    hand.ruler.measure([8, 9, 0])
    await heard()
    expect(hand.ruler.measured).toMatchObject({ text: '5.0"', from: { model: 0 } })
    hand.ruler.measure([1, 1, 0])
    expect(hand.ruler.measured?.to).toBeNull()
  })
})

describe('the board', () => {
  it('names every piece, and those that can be chosen are chosen by Enter', async () => {
    render(Board, { hand })
    await asks({ options: [option(1, { model: 1 })] })
    expect(screen.getByLabelText('Guard 0 of Reds, 5 of 5 wounds, yet to act, at 5, 5, G0')).toBeTruthy()
    const target = screen.getByLabelText(/^Guard 1 of Greens/)
    target.focus()
    expect(hand.hovered?.model).toBe(1)
    await fireEvent.keyDown(target, { key: 'Enter' })
    expect(meadow.answers).toEqual([{ type: 'pick', value: 1 }])
  })

  it('chooses a part of itself that an option stands for', async () => {
    render(Board, { hand })
    await asks({ options: [option('south', { area: [0, 0, 30, 3] }), option('north', { area: [0, 19, 30, 22] })] })
    expect(screen.getByText('South')).toBeTruthy()
    const north = hand.areas[1]!
    hand.enter(north, true)
    expect([meadow.answers.length, hand.hovered]).toEqual([0, north])
    hand.enter(north, true)
    expect(meadow.answers).toEqual([{ type: 'pick', value: 'north' }])
  })

  it('shows all levels when somebody acts above the one in view', async () => {
    meadow.view = { ...meadow.view!, models: [model(0, 0, [5, 5, 3]), ...meadow.view!.models.slice(1)] }
    hand.floor = 0
    await asks({ subject: 1 })
    expect(hand.floor).toBe(0)
    await asks({ subject: 0 })
    expect(hand.floor).toBeNull()
  })

  it('draws everybody above the floors, so that nobody is lost under one', () => {
    const floor = { id: 'floor', name: 'Ruin', feature: 'ruin', footprint: [[3, 3], [8, 3], [8, 8], [3, 8]], bottom: 2.9, top: 3, kind: 'heavy', marks: ['vantage', 'open'] }
    meadow.view = { ...meadow.view!, terrain: [floor] } as View
    const { container } = render(Board, { hand })
    const plate = screen.getByLabelText(/Ruin/)
    for (const piece of container.querySelectorAll('.piece')) expect(plate.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('turns what is put down by a key', async () => {
    render(Board, { hand })
    await asks({ kind: 'place', shape: [[-1, -0.1], [1, -0.1], [1, 0.1]] })
    await fireEvent.keyDown(document.body, { key: 'r' })
    await fireEvent.keyDown(document.body, { key: 'R', shiftKey: true })
    expect(hand.turn).toBe(60)
  })

  it('draws a path by keyboard alone', async () => {
    render(Board, { hand })
    await asks({ kind: 'path', subject: 0, most: MOST })
    for (let times = 0; times < 3; times++) await fireEvent.keyDown(document.body, { key: 'ArrowRight', shiftKey: true })
    await fireEvent.keyDown(document.body, { key: 'ArrowUp' })
    await heard()
    expect(hand.ghost).toEqual([8, 5.25, 0])
    await fireEvent.keyDown(document.body, { key: 'Enter' })
    expect(meadow.answers).toEqual([{ type: 'path', points: [[8, 5.25]] }])
    await fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(hand.draft).toBeNull()
  })
})
