import { describe, expect, it } from 'vitest'
import type { Happening, Line } from '../lib/protocol'
import { goOn, NOTHING } from './deeds'

type Told = [pace: Line['pace'], side: number | null, kind: string, dice: number[] | null, values?: Record<string, unknown>]

const go = (deed = NOTHING, ...told: Told[]) =>
  goOn(
    deed,
    7,
    told.map(([pace, side, kind]): Line => ({ version: 7, text: kind, rule: '', pace, side, mentions: [] })),
    told.map(([, , kind, dice, values = {}]): Happening => ({ kind, rule: '', values, dice, causes: ['masked −1'] })),
  )

const step = (deed = NOTHING, ...told: Told[]) => go(deed, ...told).now

describe('the dice of a deed', () => {
  const shot = step(NOTHING, ['belongs', 0, 'shoots', null], ['goes on', 0, 'rolled', [3, 6, 1], { player: 0 }])

  it('begin with the deed and stay until the next', () => {
    expect(shot.text).toBe('shoots')
    expect(shot.rolls.map((roll) => roll.dice.map((die) => die.face))).toEqual([[3, 6, 1]])
    expect(step(shot, ['opens', 1, 'activated', null]).rolls).toEqual([])
  })

  it('are put away once the next deed has begun without any', () => {
    expect(go(shot, ['goes on', 0, 'damage', null]).rolled).not.toBeNull()
    const { now } = go(shot, ['opens', 1, 'activated', null])
    expect(go(now, ['goes on', 1, 'moved', null]).rolled).toBeNull()
  })

  it('are told of by the attack, not by who falls to it', () => {
    const fallen = step(shot, ['goes on', 1, 'damage', null], ['begins', 1, 'slain', null])
    expect(fallen).toMatchObject({ text: 'shoots', outcome: 'damage slain' })
    expect(fallen.rolls).toHaveLength(1)
    const next = step(fallen, ['goes on', 0, 'hit-roll', [2, 5]])
    expect(next).toMatchObject({ text: 'shoots', outcome: '' })
    expect(next.rolls.map((roll) => roll.kind)).toEqual(['hit-roll'])
    expect(step(NOTHING, ['opens', 0, 'fights', null], ['goes on', 0, 'attacks', null], ['goes on', 0, 'hit-roll', [2]]).text).toBe('attacks')
  })

  it('tell what is added to all of them', () => {
    const modifiers = (values: Record<string, unknown>) => step(NOTHING, ['opens', 0, 'shoots', null], ['goes on', 0, 'hit-roll', [1, 6], { needed: 4, good: [0, 1], ...values }]).rolls[0]!.modifier
    expect(modifiers({ causes: [['masked', -1, 2], ['moved', -1, 2]] })).toBe(-2)
    expect(modifiers({ causes: [['masked', -1, 1]] })).toBeUndefined()
    expect(modifiers({ modifier: 1 })).toBe(1)
    expect(modifiers({ modifier: 0 })).toBeUndefined()
  })

  it('are marked once it is told what counts, those kept unrolled apart', () => {
    const counted = step(shot, ['goes on', 0, 'retained', null, { player: 0, criticals: 1, normals: 2, unrolled: 1 }])
    expect(counted.rolls[0]!.dice).toEqual([
      { face: 3, mark: 'success' },
      { face: 6, mark: 'critical' },
      { face: 1, mark: 'fail' },
      { face: null, mark: 'success' },
    ])
    expect(counted.rolls[0]).toMatchObject({ text: 'retained', counted: true })
  })

  it('of many attacks are marked one by one, with the face that they need', () => {
    const [roll] = step(NOTHING, ['opens', 0, 'shoots', null], ['goes on', 0, 'hit-roll', [1, 6, 4], { needed: 4, good: [0, 1, 1] }]).rolls
    expect(roll).toMatchObject({ kind: 'hit-roll', needed: 4, causes: ['masked −1'] })
    expect(roll!.dice.map((die) => die.mark)).toEqual(['fail', 'success', 'success'])
  })

  it('are not counted anew by what is told of the other side', () => {
    const saved = step(shot, ['goes on', 1, 'rolled', [5, 2], { player: 1 }], ['goes on', 1, 'saves', null, { player: 1, criticals: 0, normals: 1, unrolled: 0 }])
    const through = step(saved, ['goes on', 1, 'unblocked', null, { model: 8, criticals: 0, normals: 0 }])
    expect(through.rolls[1]!.dice.map((die) => die.mark)).toEqual(['success', 'fail'])
    expect(through.outcome).toBe('unblocked')
  })

  it('give way to those rolled again', () => {
    const again = step(shot, ['goes on', 0, 'rerolled', [3, 6, 5], { player: 0, use: 'ceaseless' }])
    expect(again.rolls.map((roll) => roll.dice.map((die) => die.face))).toEqual([[3, 6, 5]])
    const single = step(NOTHING, ['belongs', 0, 'shoots', null], ['goes on', 1, 'rerolled', [4], { player: 1 }], ['goes on', 1, 'save-roll', [4], { hit: true }])
    expect(single.rolls).toMatchObject([{ dice: [{ face: 4, mark: 'success' }], text: 'save-roll', counted: false }])
  })

  it('stay if other dice come after them, as many as they are', () => {
    const saved = step(shot, ['goes on', 1, 'rerolled', [3, 6, 5], { player: 1 }], ['goes on', 1, 'ignored', [1, 2, 4], {}])
    expect(saved.rolls.filter((roll) => roll.side === 1).map((roll) => roll.dice.map((die) => die.face))).toEqual([[3, 6, 5], [1, 2, 4]])
  })

  it('are those of one step where a part of the battle goes on and on', () => {
    const phase = step(NOTHING, ['begins', null, 'phase', null], ['goes on', 0, 'advance-roll', [3]])
    expect(phase).toMatchObject({ text: '', stage: true })
    expect(step(phase, ['goes on', 0, 'advance-roll', [5]]).rolls.map((roll) => roll.dice[0]!.face)).toEqual([5])
  })

  it('are still to be seen if the step that rolled them ends with something else', () => {
    const last = go(NOTHING, ['belongs', 0, 'shoots', null], ['goes on', 0, 'hit-roll', [4]], ['begins', null, 'phase', null])
    expect(last.now.rolls).toEqual([])
    expect(last.rolled).toMatchObject({ text: 'shoots', rolls: [{ dice: [{ face: 4 }] }] })
  })

  it('say what came of them', () => {
    expect(step(shot, ['goes on', 1, 'damage', null], ['goes on', 1, 'injured', null]).outcome).toBe('damage injured')
  })
})
