import { describe, expect, it } from 'vitest'
import type { Model, Part } from '../../lib/protocol'
import { arc, contains, floorAt, floorNear, frameOf, fromStart, levelsOf, meantBy, middle, outline, trace, turned } from './geometry'

const part = (more: Partial<Part>): Part => ({
  id: 'crate', name: 'crate', feature: 'crate', footprint: [[0, 0], [2, 0], [2, 2], [0, 2]], bottom: 0, top: 1, kind: 'heavy', marks: [], ...more,
})
const model = (id: number, place: [number, number, number] | null, base = 1): Model => ({
  id, name: `Guard ${id}`, side: 0, unit: id, place, base, wounds: 5, starting_wounds: 5, card: 'guard', ready: true, condition: '', alert: '', states: [], removed: false, profile: [], weapons: [], abilities: [],
})

describe('the frame', () => {
  it('has north on top', () => {
    const frame = frameOf([30, 22])
    expect(frame.to([3, 22])).toEqual([3, 0])
    expect(frame.to([3, 0])).toEqual([3, 22])
  })

  it.each([0, 1, 2, 3, -1, 5])('turned by %i quarters gives every place back and keeps all inside', (quarters) => {
    const frame = frameOf([30, 22], quarters)
    for (const place of [[0, 0], [30, 22], [4.25, 17.5]] as const) {
      const seen = frame.to(place)
      expect(frame.from(seen)).toEqual([...place])
      expect(seen[0]).toBeLessThanOrEqual(frame.width)
      expect(seen[1]).toBeLessThanOrEqual(frame.height)
    }
  })

  it('turns to the left, without mirroring', () => {
    const cross = (quarters: number): number => {
      const frame = frameOf([30, 22], quarters)
      const [o, a, b] = [frame.to([1, 1]), frame.to([2, 1]), frame.to([1, 2])]
      return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
    }
    expect([0, 1, 2, 3].map(cross)).toEqual([-1, -1, -1, -1])
    expect(frameOf([30, 22], 1).to([15, 22])[0]).toBe(0)
  })
})

describe('shapes', () => {
  it('are traced in the frame', () => {
    expect(trace([[0, 0], [3, 4]], frameOf([10, 10]))).toBe('M0 10L3 6')
    expect(trace([], frameOf([10, 10]))).toBe('')
  })

  it('of areas are rounded no more than the mesh is wide', () => {
    const drawn = outline([[[0, 0], [4, 0], [4, 4], [0, 4]]], frameOf([10, 10]))
    expect(drawn).toBe('M0 9.75Q0 10 0.25 10L3.75 10Q4 10 4 9.75L4 6.25Q4 6 3.75 6L0.25 6Q0 6 0 6.25Z')
  })

  it('contain what is inside', () => {
    const ring = [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]] as const
    expect(contains(ring, 0.5, 3)).toBe(true)
    expect(contains(ring, 3, 3)).toBe(false)
  })

  it('turn to the left about their place', () => {
    const [a, b] = turned([[1, 0], [0, 1]], [5, 5], 90)
    expect(a!.map(Math.round)).toEqual([5, 6])
    expect(b!.map(Math.round)).toEqual([4, 5])
  })

  it('have a middle', () => expect(middle([[1, 1], [5, 2], [3, 9]])).toEqual([3, 5]))

  it('leave a gap in the arc for what is lost', () => {
    expect(arc(1, 0)).toBe('')
    expect(arc(1, 0.25)).toBe('M0 -1A1 1 0 0 1 1 0')
    expect(arc(1, 1)).toMatch(/^M0 -1A1 1 0 0 1 0 1A1 1 0 0 1 -?0 -1$/)
  })
})

describe('floors', () => {
  const terrain = [part({}), part({ id: 'roof', bottom: 2.9, top: 3, marks: ['vantage'], footprint: [[0, 0], [4, 0], [4, 4], [0, 4]] })]

  it('are those with a floor on top, and the ground', () => expect(levelsOf(terrain)).toEqual([0, 3]))
  it('count only up to the level in view', () => {
    expect(floorAt(terrain, 3, 3, 3)).toBe(3)
    expect(floorAt(terrain, 3, 3, 0)).toBe(0)
    expect(floorAt(terrain, 9, 9, 3)).toBe(0)
    expect([floorNear(terrain, 3, 3, 2), floorNear(terrain, 3, 3, 1), floorNear(terrain, 9, 9, 3)]).toEqual([3, 0, 0])
  })
})

describe('models', () => {
  const anywhere = { enough: () => 5 }

  it('are meant by the nearest point, not by the first hit area', () => {
    const models = [model(0, [1, 1, 0]), model(1, [2, 1, 0]), model(2, null)]
    expect(meantBy(models, [1.7, 1], anywhere)?.id).toBe(1)
    expect(meantBy(models, [9, 9], { enough: () => 1 })).toBeNull()
  })

  it('are meant by their bases, however near the middle of a smaller one is', () => {
    const models = [model(0, [0, 0, 0], 6), model(1, [3.6, 0, 0])]
    expect(meantBy(models, [2.9, 0], anywhere)?.id).toBe(0)
    expect(meantBy(models, [3.05, 0], anywhere)?.id).toBe(0) // beside both: the nearest edge
    expect(meantBy(models, [3.09, 0], anywhere)?.id).toBe(1)
  })

  it('that can be answered are meant first where others are as near, but not where a base is hit', () => {
    const models = [model(0, [0, 0, 0]), model(1, [1.4, 0, 0])]
    const second = { ...anywhere, slip: 0.2, first: ({ id }: Model) => id === 1 }
    expect(meantBy(models, [0.65, 0], anywhere)?.id).toBe(0)
    expect(meantBy(models, [0.65, 0], second)?.id).toBe(1)
    expect(meantBy(models, [0.55, 0], second)?.id).toBe(0)
    expect(meantBy(models, [0.45, 0], second)?.id).toBe(0)
  })

  it('on floors above one another are meant as they are seen, or as they can be answered', () => {
    const models = [model(0, [0, 0, 0]), model(1, [0.3, 0, 3])]
    expect(meantBy(models, [0.1, 0], anywhere)?.id).toBe(1)
    expect(meantBy(models, [0.1, 0], { ...anywhere, first: ({ id }) => id === 0 })?.id).toBe(0)
  })

  it('start a way where they stand, once', () => {
    expect(fromStart([1, 1, 0], [[1, 1, 0], [2, 2, 0]])).toEqual([[1, 1, 0], [2, 2, 0]])
    expect(fromStart([1, 1, 0], [[2, 2, 0]])).toEqual([[1, 1, 0], [2, 2, 0]])
  })
})
