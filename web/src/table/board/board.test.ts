import { describe, expect, it, vi } from 'vitest'
import type { Happening, Model, Part, Unit, View } from '../../lib/protocol'
import { Camera } from './camera.svelte'
import { distance, frameOf, type Point } from './geometry'
import { Gestures } from './gestures'
import { difference, keyframes, slideTime } from './happenings'
import { describe as words, glyphs, glyphSize, underWay } from './looks'
import { labels, layers, lightness, litEdges, shadow } from './relief'
import { bearer } from '../units'
import { fightAt, signs } from './signs'

const model = (id: number, more: Partial<Model> = {}): Model => ({
  id, name: `Guard ${id}`, side: 0, unit: id, place: [id, 1, 0], base: 1, wounds: 5, starting_wounds: 5, card: 'guard', ready: true, condition: '', alert: '', states: [], removed: false,
  profile: [], weapons: [], abilities: [], ...more,
})
const part = (id: string, more: Partial<Part> = {}): Part => ({
  id, name: id, feature: id, footprint: [[0, 0], [2, 0], [2, 2], [0, 2]], bottom: 0, top: 1, kind: 'heavy', marks: [], ...more,
})
const view = (...models: Model[]): View => ({
  ruleset: 'any', player: null, board: [30, 22], mission: '', aims: [], legend: [], terrain: [], markers: [], zones: [], turn: 1, phase: '', heading: '', initiative: 0, active: null, sides: [], models,
})

describe('the camera', () => {
  function looking(width: number, height: number): Camera {
    const camera = new Camera()
    Object.assign(camera, { width, height })
    camera.lookAt([30, 22])
    return camera
  }

  it('shows the whole board', () => {
    const camera = looking(1000, 700)
    for (const corner of [[0, 0], [30, 22]]) {
      const [left, top] = camera.seen(corner)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThan(1000)
      expect(top).toBeGreaterThan(0)
      expect(top).toBeLessThan(700)
    }
  })

  it('does not turn the board when a panel takes room from it', () => {
    const camera = looking(390, 600)
    camera.height = 250
    expect(camera.frame.width).toBe(22)
    Object.assign(camera, { width: 800, height: 250 })
    expect(camera.frame.width).toBe(30)
  })

  it('turns the board where it is larger so, and one\'s own side below', () => {
    const camera = looking(390, 600)
    expect(camera.frame.width).toBe(22)
    camera.face([0, 0, 3, 22])
    expect(camera.frame.to([0, 11])[1]).toBe(30)
    camera.face([27, 0, 30, 22])
    expect(camera.frame.to([30, 11])[1]).toBe(30)
    const wide = looking(900, 600)
    wide.face([0, 19, 30, 22])
    expect(wide.frame.to([15, 22])[1]).toBe(22)
  })

  it('comes nearer about a point that stays where it is', () => {
    const camera = looking(1000, 700)
    const held = camera.at([400, 300])
    camera.zoomBy(2, [400, 300])
    expect(distance(camera.at([400, 300]), held)).toBeLessThan(1e-9)
    camera.zoomBy(100, [400, 300])
    expect(camera.zoom).toBe(6)
    camera.zoomBy(0.0001, [400, 300])
    expect(camera.zoom).toBe(1)
  })

  it('pans by what the finger moves, and never loses the board', () => {
    const camera = looking(1000, 700)
    camera.zoomBy(4, [500, 350])
    const held = camera.at([500, 350])
    camera.pan([40, -25])
    expect(distance(camera.at([540, 325]), held)).toBeLessThan(1e-9)
    camera.pan([1e6, 1e6])
    expect(camera.seen([0, 22])[0]).toBeLessThan(1000)
  })

  it('keeps what is touched as wide as a finger', () => {
    const camera = looking(360, 300)
    expect(2 * camera.touch(0.5) * camera.scale).toBeCloseTo(44)
    expect(camera.touch(9)).toBe(9)
  })
})

describe('gestures', () => {
  function on(grabbed = false) {
    const element = document.createElement('div')
    element.setPointerCapture = () => undefined
    const drag = { move: vi.fn(), drop: vi.fn() }
    const handlers = { hover: vi.fn(), tap: vi.fn(), grab: () => (grabbed ? drag : null), pan: vi.fn(), pinch: vi.fn() }
    const gestures = new Gestures(element, handlers)
    const at = (pointerId: number, [clientX, clientY]: Point) => ({ pointerId, clientX, clientY, button: 0 }) as PointerEvent
    return { gestures, handlers, drag, at }
  }

  it('that hardly move are taps', () => {
    const { gestures, handlers, at } = on()
    gestures.press(at(1, [10, 10]))
    gestures.move(at(1, [12, 11]))
    gestures.release(at(1, [12, 11]))
    expect(handlers.tap).toHaveBeenCalledOnce()
    expect(handlers.pan).not.toHaveBeenCalled()
  })

  it('on empty ground pan', () => {
    const { gestures, handlers, at } = on()
    gestures.press(at(1, [10, 10]))
    gestures.move(at(1, [30, 15]))
    gestures.release(at(1, [30, 15]))
    expect(handlers.pan).toHaveBeenCalledWith([20, 5])
    expect(handlers.tap).not.toHaveBeenCalled()
  })

  it('on something that can be dragged drag it', () => {
    const { gestures, handlers, drag, at } = on(true)
    gestures.press(at(1, [10, 10]))
    gestures.move(at(1, [30, 15]))
    gestures.release(at(1, [31, 15]))
    expect(drag.move.mock.calls[0]![0]).toEqual([30, 15])
    expect(drag.drop.mock.calls[0]![0]).toEqual([31, 15])
    expect(handlers.pan).not.toHaveBeenCalled()
  })

  it('of two fingers pinch, and are no tap', () => {
    const { gestures, handlers, at } = on()
    gestures.press(at(1, [0, 0]))
    gestures.press(at(2, [100, 0]))
    gestures.move(at(2, [200, 0]))
    expect(handlers.pinch).toHaveBeenCalledWith(2, [100, 0])
    gestures.release(at(1, [0, 0]))
    gestures.release(at(2, [200, 0]))
    expect(handlers.tap).not.toHaveBeenCalled()
  })

  it('without a button hover', () => {
    const { gestures, handlers, at } = on()
    gestures.move(at(1, [5, 5]))
    expect(handlers.hover.mock.calls[0]![0]).toEqual([5, 5])
  })
})

describe('what happened', () => {
  const moved = (id: number, path: number[][]): Happening => ({ kind: 'any', rule: '', values: { model: id, path }, dice: null, causes: [] })

  it('is the way a model went, as an event tells it', () => {
    const after = view(model(1, { place: [5, 5, 3] }))
    const { trails } = difference(view(model(1)), after, [moved(1, [[3, 3, 0], [5, 5]])])
    expect(trails).toEqual([{ model: 1, side: 0, points: [[1, 1, 0], [3, 3, 0], [5, 5, 0]] }])
  })

  it('is a straight line where no event tells, or tells of elsewhere', () => {
    const after = view(model(1, { place: [5, 5, 0] }))
    for (const events of [[], [moved(1, [[9, 9, 0]])], [moved(2, [[5, 5, 0]])]])
      expect(difference(view(model(1)), after, events).trails[0]!.points).toEqual([[1, 1, 0], [5, 5, 0]])
  })

  it('is what was lost, and who is gone', () => {
    const found = difference(view(model(1), model(2)), view(model(1, { wounds: 2 }), model(2, { wounds: 0, place: null })), [])
    expect(found.pops).toEqual([{ model: 1, at: [1, 1, 0], base: 1, change: -3, words: '' }])
    expect(found.gone.map((gone) => gone.id)).toEqual([2])
    expect(found.trails).toEqual([])
  })
})

describe('a piece that slides', () => {
  it('goes through every corner at an even pace, climbs included', () => {
    expect(keyframes([[0, 0, 0], [3, 0, 0], [3, 0, 3], [3, 6, 3]], frameOf([30, 22]))).toEqual([
      { transform: 'translate(0px, 22px)', offset: 0 },
      { transform: 'translate(3px, 22px)', offset: 0.25 },
      { transform: 'translate(3px, 22px)', offset: 0.5 },
      { transform: 'translate(3px, 16px)', offset: 1 },
    ])
  })

  it('never takes longer than 0.6 seconds', () => {
    expect(slideTime([[0, 0, 0], [1, 0, 0]])).toBe(200)
    expect(slideTime([[0, 0, 0], [4, 0, 0]])).toBe(360)
    expect(slideTime([[0, 0, 0], [12, 9, 0]])).toBe(600)
  })
})

describe('wounds', () => {
  it('that come with something wrong are no healing', () => {
    const change = (alert: string): string => difference(view(model(1, { wounds: 0, alert: '' })), view(model(1, { wounds: 1, alert })), []).pops[0]!.words
    expect([change('1 flesh wound'), change('')]).toEqual(['1 flesh wound', ''])
  })
})

describe('who has acted', () => {
  it('is told while somebody is yet to act', () => {
    const spent = model(1, { ready: false })
    const told = (turn: number, active: number | null, ...models: Model[]): boolean => underWay({ ...view(...models), turn, active })
    expect([told(1, null, spent, model(2)), told(1, 1, spent), told(1, null, spent), told(0, null, model(2))]).toEqual([true, true, false, false])
  })
})

describe('letters', () => {
  const named = (...names: string[]): string[] => [...glyphs(names.map((name, id) => model(id, { name }))).values()]

  it('come from names and numbers', () => expect(named('Gun Captain', 'Guard 2', 'Precentor')).toEqual(['GC', 'G2', 'Pr']))
  it('are one each for things that begin differently', () => {
    const brief = (...names: string[]): string[] => [...glyphs(names.map((name, id) => ({ id, name })), { brief: true }).values()]
    expect(brief('North', 'Tall', 'South', 'Tower')).toEqual(['N', 'T', 'S', 'To'])
  })
  it('show no small L, which looks like a large I', () => expect(named('Almoner', 'Altar 2')).toEqual(['AL', 'A2']))
  it('differ within a side', () => {
    const found = named('Guard 2', 'Gunner 2', 'Gatekeeper 2', 'Guard 2')
    expect(new Set(found).size).toBe(4)
  })
  it('work for names without letters of their own case', () => expect(named('掘墓人 1', '掘墓人')).toEqual(['掘1', '掘']))
  it('fit their bases', () => expect(glyphSize('掘')).toBeGreaterThan(glyphSize('掘墓')))
  it('are told apart from the words for those who hear', () =>
    expect(words(model(3, { states: ['injured'], ready: false, order: 'conceal', wounds: 2 }), 'Wardens')).toBe(
      'Guard 3 of Wardens, 2 of 5 wounds, Conceal, has acted, injured, at 3, 1',
    ))
  it('leave out small words', () => expect(named('Mère des Mèches', 'Porteur d’Huile', 'Keeper of the Wick')).toEqual(['MM', 'PH', 'KW']))
  it('say nothing of orders before the battle has begun', () =>
    expect(words(model(3, { ready: false, order: 'conceal' }), 'Wardens', { begun: false })).toBe('Guard 3 of Wardens, 5 of 5 wounds, at 3, 1'))
})

describe('relief', () => {
  const square: Point[] = [[0, 0], [1, 0], [1, 1], [0, 1]]

  it('draws from low to high, floors apart', () => {
    const found = layers([part('tall', { top: 4 }), part('floor', { bottom: 2.9, top: 3, marks: ['vantage'] }), part('low'), part('mud', { marks: ['flat'] })])
    expect(found.solid.map((p) => p.id)).toEqual(['low', 'tall'])
    expect(found.plates.map((p) => p.id)).toEqual(['floor'])
    expect(found.flat.map((p) => p.id)).toEqual(['mud'])
  })

  it('is the lighter the taller', () => expect(lightness(part('a', { top: 1 }))).toBeLessThan(lightness(part('b', { top: 3 }))))
  it('casts longer shadows the taller it is', () => {
    const far = (top: number): number => Math.max(...[...shadow(square, 0, top).matchAll(/[ML](-?[\d.]+) /g)].map((m) => Number(m[1])))
    expect(far(4)).toBeGreaterThan(far(1))
  })
  it('lights the edges that face the lamp, whichever way round they are told', () => {
    expect(litEdges(square)).toBe('M0 1L0 0M0 0L1 0')
    expect(litEdges(square.toReversed()).match(/M/g)).toHaveLength(2)
  })
  it('labels each height of a feature once, where there is room', () => {
    const thin = part('rail', { feature: 'house', footprint: [[0, 0], [5, 0], [5, 0.1], [0, 0.1]] })
    expect(labels([part('a', { feature: 'house' }), part('b', { feature: 'house' }), thin]).map(({ part: { id } }) => id)).toEqual(['a'])
  })
  it('labels what is partly covered where it is seen', () => {
    const floor = { marks: ['vantage'], feature: 'tower' }
    const low = part('low', { ...floor, bottom: 2, top: 3, footprint: [[0, 0], [4, 0], [4, 4], [0, 4]] })
    const high = part('high', { ...floor, bottom: 5, top: 6, footprint: [[0, 0], [2, 0], [2, 4], [0, 4]] })
    const found = new Map(labels([low, high]).map(({ part: { id }, at }) => [id, at]))
    expect(found.get('high')).toEqual([1, 2])
    expect(found.get('low')![0]).toBeCloseTo(3, 0)
    expect(labels([low, { ...high, footprint: low.footprint }]).map(({ part: { id } }) => id)).toEqual(['high'])
  })
})

it('takes crossed swords for the unit that they are nearest to', () => {
  const signed = { flags: [], fights: [{ unit: 3, x: 0, y: 0, radius: 1 }, { unit: 5, x: 3, y: 0, radius: 1 }] }
  expect(fightAt(signed, [0.9, 0])).toBe(3)
  expect(fightAt(signed, [1.6, 0])).toBeNull()
  expect(fightAt(signed, [1.6, 0], 1)).toBe(5)
})

describe('what is marked of a unit', () => {
  const unit = (id: number, models: number[]): Unit => ({ id, name: `Unit ${id}`, side: 0, models, size: models.length, alive: models.length, states: [] }) as unknown as Unit
  const crowd = (): View => ({
    ...view(model(0, { unit: 0, place: [5, 5, 0] }), model(1, { unit: 0, place: [8, 5, 0] }), model(2, { unit: 1, place: [5, 6.1, 3] }), model(3, { unit: 1, place: [3, 5, 3] })),
    units: [unit(0, [0, 1]), unit(1, [2, 3])],
  })

  it('is borne by the model that no other unit stands close to', () => {
    expect(crowd().units!.map((one) => bearer(crowd(), one)?.id)).toEqual([1, 3])
  })

  it('tells how many are left of it where that covers no base', () => {
    const camera = new Camera()
    Object.assign(camera, { width: 1000, height: 700 })
    camera.lookAt([30, 22])
    const { counts } = signs(crowd(), camera)
    expect(counts.map(({ left }) => left)).toEqual([2, 2])
    const bases = crowd().models.map(({ place }) => camera.frame.to(place!))
    for (const { x, y, radius } of counts) for (const base of bases) expect(Math.hypot(base[0] - x, base[1] - y)).toBeGreaterThan(0.49 + radius)
  })
})
