// Units in the hand: two squads on a meadow where nobody goes farther than six inches, and no squad farther apart than three.
import { tick } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer, Arranged, Model, PathsAnswer, Question, Spot, Unit, View, Way } from '../lib/protocol'
import { difference } from './board/happenings'
import { lettersOf } from './board/looks'
import { distance } from './board/geometry'
import { Hand, type Match } from './hand.svelte'
import { changed } from './steps'
import { bearer, comrades, isOnPatch, ties, together } from './units'

const MOST = 6

const model = (id: number, unit: number, place: Spot | null): Model => ({
  id, name: `Guard ${id}`, side: unit, unit, place, base: 1, wounds: 1, starting_wounds: 1, card: 'guard', ready: true, condition: '', alert: '', states: [], removed: false, profile: [], weapons: [], abilities: [],
})
const unit = (id: number, name: string, models: number[]): Unit => ({
  id, name, side: id, models, card: 'squad', role: 'Troops', points: 50, alive: models.length, size: models.length, ready: true, alert: '', states: [], removed: false, where: 'table', carrier: null,
  keywords: [], lines: [], abilities: [],
})
const view = (): View => ({
  ruleset: 'meadow', player: null, board: [72, 48], mission: '', aims: [], legend: [], terrain: [], markers: [], zones: [], turn: 1, phase: 'movement', heading: '', initiative: 0, active: null,
  sides: ['Reds', 'Greens'].map((team, alliance) => ({ team, vp: 0, alliance, gone: false })),
  models: [model(0, 0, [5, 5, 0]), model(1, 0, [7, 5, 0]), model(2, 0, [9, 5, 0]), model(3, 1, [30, 5, 0]), model(4, 1, [32, 5, 0])],
  units: [unit(0, 'Reed Guard', [0, 1, 2]), unit(1, 'Moss Guard', [3, 4])],
})
const question = (more: Partial<Question>): Question => ({ player: 0, what: 'any', kind: 'pick', rule: 'TOY-01', prompt: '', subject: null, yours: true, options: [], ...more })
const MOVE = question({ kind: 'paths', subject: 0, unit: 0, most: MOST, marching: { models: [0, 1, 2], sets_up: false, led: false } })

class Meadow implements Match {
  view = $state.raw<View | null>(view())
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
    const starts = [0, 1, 2].map((id) => this.model(id)!.place!)
    switch (about) {
      case 'arrange': {
        if (!more['to']) return this.#judge(starts.map(([x, y]): Spot => [x, y + 5, 0]))
        const [x, y] = more['to'] as number[]
        if (y! < 1) return { models: [0, 1, 2], answer: null, ends: [], lengths: [], sentence: 'Guard 1 finds no place there.', rule: 'TOY-03', model: 1 }
        if (y! > 40) return { ...this.#judge(starts), sentence: 'Moss Guard is in the way.', rule: 'TOY-04', model: 0 }
        const pitch = more['formation'] === 'tight' ? 1 : more['settle'] ? 1.9 : 2
        return this.#judge(starts.map((_, k): Spot => [x! + (k - 1) * pitch, y!, 0]))
      }
      case 'arrange-one': {
        const ends = (more['answer'] as PathsAnswer).paths.map((path) => path.at(-1) as Spot)
        ends[more['model'] as number] = [...(more['to'] as number[]), 0].slice(0, 3) as Spot
        return this.#judge(ends)
      }
      case 'check': {
        const answer = more['answer'] as PathsAnswer
        return answer.type === 'paths' ? this.#judge(answer.paths.map((path) => path.at(-1) as Spot)) : ({ legal: true } satisfies Way)
      }
      case 'reach':
        return { polygons: [], most: MOST }
      case 'sees':
        return { models: [] }
    }
    return null
  }

  #judge(ends: Spot[]): Arranged {
    const lengths = ends.map((end, k) => distance(end, this.model(k)!.place!))
    const answer: PathsAnswer = { type: 'paths', paths: ends.map((end) => [end]) }
    const told = { models: [0, 1, 2], answer, ends, lengths }
    const apart = [1, 2].find((k) => distance(ends[k]!, ends[k - 1]!) > 3)
    const faulty = [0, 2].filter((k) => distance(ends[k]!, ends[1]!) > 3)
    if (apart) return { ...told, faulty, broken: [[apart - 1, apart]], sentence: `Guard ${apart} would be too far off.`, rule: 'TOY-02', model: apart }
    const far = lengths.findIndex((length) => length > MOST)
    if (far >= 0) return { ...told, sentence: 'Too far.', rule: 'TOY-01', model: far }
    return { ...told, broken: [], left: MOST - Math.max(...lengths), most: MOST, seen_by: [1], watched_by: [3], markers: ['holds the well'] }
  }
}

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
  return () => hand.close()
})

describe('a unit', () => {
  it('is meant by each of its models', async () => {
    meadow.question = question({ options: [{ answer: { type: 'pick', value: 1 }, label: { title: 'Moss Guard', detail: '', figures: [] }, group: null, model: 3, at: null, foresight: false }] })
    await heard()
    expect([...hand.byModel.keys()]).toEqual([3, 4])
    hand.touch(4)
    expect(meadow.answers).toEqual([{ type: 'pick', value: 1 }])
  })

  it('is touched a second time by another of its models', async () => {
    meadow.question = question({ options: [{ answer: { type: 'pick', value: 1 }, label: { title: 'Moss Guard', detail: '', figures: [] }, group: null, model: 3, at: null, foresight: false }] })
    await heard()
    hand.touch(3, { careful: true })
    expect(meadow.answers).toEqual([])
    hand.touch(4, { careful: true })
    expect(meadow.answers).toHaveLength(1)
  })

  it('has letters of its own, the same on every base', () => {
    expect([...lettersOf(view()).values()]).toEqual(['RG', 'RG', 'RG', 'MG', 'MG'])
  })

  it('is one thing with a model that bears its marks, and models alone stand for themselves', () => {
    const table = view()
    expect(together(table, 0, 2)).toBe(true)
    expect(together(table, 0, 3)).toBe(false)
    expect(comrades(table, 4)).toEqual([3, 4])
    table.models[0]!.place = null
    expect(bearer(table, table.units![0]!)?.id).toBe(1)
    delete table.units
    expect(together(table, 0, 2)).toBe(false)
    expect(comrades(table, 4)).toEqual([4])
  })

  it('is tied together by its shortest links', () => {
    expect(ties([[0, 0], [5, 0], [2, 0]])).toEqual([[[0, 0], [2, 0]], [[2, 0], [5, 0]]])
  })

  it('is met about its bases and between them', () => {
    const table = view()
    const met = (x: number, y: number): boolean => isOnPatch(table, table.units![0]!, [x, y])
    expect([met(5, 5.7), met(6, 5.2), met(6, 5.6), met(12, 5)]).toEqual([true, true, false, false])
  })

  it('is exchanged in a view where it has changed', () => {
    const before = view()
    const after = changed(before, { units: [{ ...before.units![1]!, alive: 1 }] })
    expect(after.units!.map((one) => one.alive)).toEqual([3, 1])
    expect(after.units![0]).toBe(before.units![0])
  })

  it('leaves a trail for each model along its own path', () => {
    const before = view()
    const after = changed(before, { models: [model(0, 0, [5, 9, 0]), model(1, 0, [7, 9, 0])] })
    const values = { unit: 0, models: [0, 1], paths: [[[4, 7, 0], [5, 9, 0]], [[7, 9, 0]]] }
    const { trails } = difference(before, after, [{ kind: 'unit-moved', rule: '', values, dice: null, causes: [] }])
    expect(trails.map((trail) => trail.points.length)).toEqual([3, 2])
  })
})

describe('a unit that moves', () => {
  beforeEach(async () => {
    meadow.question = MOVE
    await heard()
  })

  it('is held as a ghost of every model, with what is left of the tightest budget', async () => {
    hand.place([9, 8])
    await heard()
    expect(hand.march.ghosts.map(({ end }) => end[0])).toEqual([7, 9, 11])
    expect(hand.march.ghosts[0]!.way).toEqual([[5, 5, 0], [7, 8, 0]])
    expect(hand.draft).toMatchObject({ legal: true, seenBy: [3, 4], watchers: 1, markers: ['holds the well'] })
    expect(hand.draft!.left).toBeCloseTo(MOST - Math.hypot(2, 3))
    expect(hand.march.kept).toBe(false)
  })

  it('is settled where it is let go at once, and goes there once that is confirmed', async () => {
    hand.place([9, 8])
    hand.pin()
    await heard()
    expect(meadow.asked.at(-1)!.more).toMatchObject({ settle: true, to: [9, 8] })
    expect(hand.march.kept).toBe(true)
    hand.confirm()
    expect(meadow.answers).toEqual([{ type: 'paths', paths: [[[7.1, 8, 0]], [[9, 8, 0]], [[10.9, 8, 0]]] }])
  })

  it('stays just as it was shown where it is let go, and that is what is confirmed', async () => {
    hand.place([9, 8])
    await heard()
    const shown = hand.march.ghosts.map(({ end }) => end)
    hand.pin()
    await heard()
    expect(hand.march.ghosts.map(({ end }) => end)).toEqual(shown)
    hand.confirm()
    expect(meadow.answers).toEqual([{ type: 'paths', paths: shown.map((end) => [end]) }])
  })

  it('is bettered while it is held still, and what is shown then stays when it is let go', async () => {
    hand.place([9, 8])
    await heard()
    await new Promise((resolve) => setTimeout(resolve, 200))
    await heard()
    expect(hand.march.ghosts.map(({ end }) => end[0])).toEqual([7.1, 9, 10.9])
    hand.pin()
    await heard()
    expect(hand.march.ghosts.map(({ end }) => end[0])).toEqual([7.1, 9, 10.9])
  })

  it('is given time where it finds no place when it is let go', async () => {
    hand.place([9, 1.2])
    await heard()
    hand.place([9, 0.9])
    hand.pin()
    await heard()
    expect(meadow.asked.at(-1)!.more).toMatchObject({ settle: true, to: [9, 0.9] })
  })

  it('does not go where nobody of it gets any nearer, and the sentence says who is in the way', async () => {
    hand.place([9, 44])
    hand.pin()
    await heard()
    expect(hand.draft).toMatchObject({ legal: false, sentence: 'Moss Guard is in the way.', answer: null })
    hand.confirm()
    await heard()
    expect(meadow.answers).toEqual([])
  })

  it('is never confirmed before it is shown: it stays, and is confirmed again', async () => {
    hand.place([9, 8])
    hand.confirm()
    await heard()
    expect(meadow.answers).toEqual([])
    expect(hand.march.kept).toBe(true)
    hand.confirm()
    expect(meadow.answers).toHaveLength(1)
  })

  it('has a line turned about the same place, and nothing else', async () => {
    hand.place([9, 8])
    await heard()
    hand.turnBy(45)
    await heard()
    expect(hand.turns).toBe(false)
    hand.march.form('line')
    hand.turnBy(45)
    await heard()
    expect(meadow.asked.at(-1)!.more).toMatchObject({ formation: 'line', turn: 45, to: [9, 8] })
  })

  it('takes up another formation about the same place', async () => {
    hand.place([9, 8])
    await heard()
    hand.march.form('tight')
    await heard()
    expect(hand.march.ghosts.map(({ end }) => end[0])).toEqual([8, 9, 10])
    expect(meadow.asked.at(-1)!.more).toMatchObject({ formation: 'tight', to: [9, 8] })
  })

  it('begins as it stands, whatever the unit before took up', async () => {
    hand.march.form('tight')
    meadow.question = { ...MOVE }
    await heard()
    expect(hand.march.formation).toBe('as they stand')
  })

  it('has single models put right, and is told where it would fall apart', async () => {
    hand.place([9, 8])
    hand.pin()
    await heard()
    hand.march.correct(2, [11, 9])
    await heard()
    expect(hand.march.answer?.paths[2]).toEqual([[11, 9, 0]])
    hand.march.correct(2, [14, 5])
    await heard()
    expect(hand.draft).toMatchObject({ legal: false, sentence: 'Guard 2 would be too far off.', answer: null })
    expect(hand.march.gaps.map((pair) => pair.map(({ end }) => end))).toEqual([[[9, 8, 0], [14, 5, 0]]])
    expect(hand.march.ghosts.map(({ bad }) => bad)).toEqual([false, false, true])
    hand.march.correct(0, [5, 14])
    await heard()
    expect(hand.march.ghosts.map(({ bad }) => bad)).toEqual([true, false, true])
    hand.march.correct(0, [7, 8])
    await heard()
    hand.confirm()
    expect(meadow.answers).toEqual([])
    hand.march.correct(2, [11, 8])
    await heard()
    expect(hand.draft!.legal).toBe(true)
  })

  it('stays where it was last if somebody finds no place, and the sentence says who', async () => {
    hand.place([9, 8])
    await heard()
    hand.place([9, 0])
    await heard()
    expect(hand.march.ghosts.map(({ end }) => end[1])).toEqual([8, 8, 8])
    expect(hand.draft).toMatchObject({ legal: false, sentence: 'Guard 1 finds no place there.' })
  })

  it('is put back by what takes things back, and shown where a hint leads', async () => {
    hand.place([9, 8])
    hand.pin()
    await heard()
    hand.cancel()
    expect(hand.march.ghosts).toEqual([])
    hand.suggest({ type: 'paths', paths: [[[5, 6, 0]], [[7, 6, 0]], [[9, 6, 0]]] })
    await heard()
    expect(hand.march.kept).toBe(true)
    expect(hand.march.answer?.paths[0]).toEqual([[5, 6, 0]])
  })

  it('is found by the ghost that is nearest', async () => {
    hand.place([9, 8])
    await heard()
    expect(hand.march.ghostAt([10.8, 8], (radius) => radius)?.model.id).toBe(2)
    expect(hand.march.ghostAt([20, 8], (radius) => radius)).toBeNull()
  })
})

describe('a unit that is chosen by dragging it', () => {
  it('makes its plain move and is held where it was dragged to', async () => {
    meadow.question = question({ options: [{ answer: { type: 'pick', value: 0 }, label: { title: 'Reed Guard', detail: '', figures: [] }, group: null, model: 0, at: null, foresight: false }] })
    await heard()
    hand.take(1)
    hand.place([9, 8])
    hand.pin()
    meadow.waiting = false
    meadow.question = question({ subject: 0, unit: 0, drag: { type: 'pick', value: 'walk' } })
    await heard()
    expect(meadow.answers).toEqual([{ type: 'pick', value: 0 }, { type: 'pick', value: 'walk' }])
    meadow.waiting = false
    meadow.question = MOVE
    await heard()
    expect(hand.march.kept).toBe(true)
    expect(hand.march.ghosts.map(({ end }) => end[1])).toEqual([8, 8, 8])
  })

  it('does nothing else if it is asked something else', async () => {
    meadow.question = question({ options: [{ answer: { type: 'pick', value: 0 }, label: { title: 'Reed Guard', detail: '', figures: [] }, group: null, model: 0, at: null, foresight: false }] })
    await heard()
    hand.take(1)
    hand.place([9, 8])
    meadow.waiting = false
    meadow.question = question({ subject: 0, unit: 0 })
    await heard()
    meadow.question = MOVE
    await heard()
    expect(meadow.answers).toHaveLength(1)
    expect(hand.march.ghosts).toEqual([])
  })
})

describe('a unit that goes toward enemies of itself', () => {
  beforeEach(async () => {
    meadow.question = { ...MOVE, marching: { ...MOVE.marching!, led: true } }
    await heard()
  })

  it('is shown at once where the referee proposes, ready to be confirmed', () => {
    expect(meadow.asked.filter(({ about }) => about === 'arrange').map(({ more }) => more['to'])).toEqual([null])
    expect(hand.march.ghosts.map(({ end }) => end[1])).toEqual([10, 10, 10])
    expect(hand.draft!.legal).toBe(true)
    hand.confirm()
    expect(meadow.answers).toEqual([{ type: 'paths', paths: [[[5, 10, 0]], [[7, 10, 0]], [[9, 10, 0]]] }])
  })

  it('is led elsewhere by pointing there, and its models are put right', async () => {
    hand.march.correct(2, [9, 9])
    await heard()
    expect(hand.march.ghosts.map(({ end }) => end[1])).toEqual([10, 10, 9])
    hand.place([7, 8])
    hand.pin()
    await heard()
    expect(hand.march.ghosts.map(({ end }) => end[1])).toEqual([8, 8, 8])
  })
})

describe('a unit that is set up', () => {
  it('does not stand anywhere yet, and begins with another formation', async () => {
    meadow.question = { ...MOVE, marching: { ...MOVE.marching!, sets_up: true } }
    await heard()
    expect(hand.march.formations).toEqual(['tight', 'spread', 'line'])
    expect(hand.march.formation).toBe('tight')
  })
})

describe('a unit whose facing counts', () => {
  it('is set up with it once it is turned', async () => {
    meadow.view = { ...view(), units: view().units!.map((one) => ({ ...one, facing: 0 })) }
    meadow.question = { ...MOVE, marching: { ...MOVE.marching!, sets_up: true } }
    await heard()
    hand.place([9, 8])
    await heard()
    expect(hand.march.answer?.paths[0]![0]).toHaveLength(3)
    hand.turnBy(45)
    expect(hand.march.answer?.paths[0]![0]![3]).toBe(hand.march.turn)
  })
})

describe('losses', () => {
  beforeEach(async () => {
    meadow.question = question({
      kind: 'allocate', default: { type: 'allocate', counts: [1, 1, 0] }, allocate: { names: [], most: [1, 1, 1], total: 2, barred: ['', '', ''], models: [0, 1, 2] },
    })
    await heard()
  })

  it('fall on those that the rules would take', () => {
    expect([0, 1, 2].map((id) => hand.rows.of(id))).toEqual([1, 1, 0])
    expect(hand.rows.told).toMatchObject({ legal: true })
  })

  const given = (): number[] => [0, 1, 2].map((id) => hand.rows.of(id))

  it('fall on a model that is clicked, in place of the one that was chosen last', () => {
    hand.rows.choose(2)
    expect(given()).toEqual([1, 0, 1])
    hand.rows.choose(1)
    expect(given()).toEqual([1, 1, 0])
    hand.rows.choose(3)
    expect(given()).toEqual([1, 1, 0])
  })

  it('no longer fall on one that is clicked again, and then another must be chosen', async () => {
    hand.rows.choose(0)
    expect([given(), hand.rows.missing, hand.rows.complete]).toEqual([[0, 1, 0], 1, false])
    hand.rows.choose(2)
    await heard()
    expect([given(), hand.rows.missing, hand.rows.complete]).toEqual([[0, 1, 1], 0, true])
  })

  it('of different weight fall on models in the order in which they are chosen', () => {
    hand.rows.show([2, 1, 0])
    hand.rows.choose(0)
    expect(given()).toEqual([0, 2, 0])
    hand.rows.choose(0)
    expect(given()).toEqual([1, 2, 0])
    hand.rows.choose(2)
    expect(given()).toEqual([0, 2, 1])
  })

  it('are not asked about of a wounded model: it loses more first', () => {
    meadow.view = { ...view(), models: view().models.map((model) => (model.id === 0 ? { ...model, wounds: 1, starting_wounds: 2 } : model)) }
    meadow.question = { ...meadow.question!, allocate: { names: [], most: [1, 1], total: 1, barred: ['', ''], models: [1, 2] }, default: { type: 'allocate', counts: [1, 0] } }
    hand.rows.begin(meadow.question)
    expect([hand.rows.heeds(0), hand.rows.has(0)]).toEqual([true, false])
    hand.rows.choose(0)
    expect([hand.rows.hurt?.id, hand.rows.counts]).toEqual([0, [1, 0]])
  })
})

describe('units that are chosen one by one', () => {
  it('are all chosen at first, and no longer when one of their models is clicked', async () => {
    meadow.question = question({ kind: 'allocate', default: { type: 'pass' }, allocate: { names: [], most: [1, 1], total: null, barred: ['', ''], models: [0, 3] } })
    await heard()
    expect(hand.rows.answer).toEqual({ type: 'allocate', counts: [1, 1] })
    hand.rows.choose(4)
    expect(hand.rows.answer).toEqual({ type: 'allocate', counts: [1, 0] })
    expect([hand.rows.of(2), hand.rows.of(3)]).toEqual([1, 0])
  })
})

describe('who sees a unit, and whom it sees', () => {
  it('is told of the ghosts that are held, and of the models that see them', async () => {
    meadow.question = MOVE
    await heard()
    hand.selected = 0
    hand.show('sees')
    await heard()
    expect(meadow.asked.at(-1)).toEqual({ about: 'sees', more: { model: 0, at: null } })
    hand.place([7, 9])
    await heard()
    await heard()
    expect(hand.draft).toMatchObject({ watchedBy: [3], watchers: 1 })
    const seen = meadow.asked.filter(({ about }) => about === 'sees').at(-1)!
    expect(seen.more).toEqual({ model: 0, answer: hand.march.told!.answer })
  })
})
