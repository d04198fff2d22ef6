import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { Option, Question } from '../../lib/protocol'
import type { Game } from '../game.svelte'
import type { Hand } from '../hand.svelte'
import Fight from './Fight.svelte'

const option = (value: string, die: number, against: number | null): Option =>
  ({ answer: { type: 'pick', value }, label: { title: value, detail: '', figures: [] }, group: null, model: null, at: null, foresight: false, die: { side: 0, number: die }, against: against === null ? null : { side: 1, number: against } }) as Option

const question = {
  pools: [
    { side: 0, model: 0, dice: [{ kind: 'critical', face: 6 }, { kind: 'critical', face: 6 }, { kind: 'normal', face: 5 }] },
    { side: 1, model: 1, dice: [{ kind: 'normal', face: 4 }] },
  ],
  options: [option('strike-critical', 0, null), option('strike-normal', 2, null), option('block-normal-with-critical', 0, 0), option('block-normal-with-normal', 2, 0)],
} as unknown as Question

function table(): string[] {
  const chosen: string[] = []
  const own = { hovered: null as Option | null }
  const hand = Object.assign(own, { choose: ({ answer }: Option) => void chosen.push(String((answer as { value: string }).value)), consider: (option: Option | null) => void (own.hovered = option) }) as unknown as Hand
  const game = { model: (id: number) => ({ name: `model ${id}`, wounds: 5, starting_wounds: 8 }) } as unknown as Game
  render(Fight, { question, game, hand, best: '', busy: false })
  return chosen
}
const dice = (model: string): HTMLElement[] => [...screen.getByRole('group', { name: `Dice of ${model}` }).querySelectorAll('button')]
const offered = (): string[] => [...document.querySelectorAll('button.choice')].map((button) => button.textContent!.trim())

afterEach(cleanup)
afterEach(() => void vi.unstubAllGlobals())

test('a die shows what it can do, and one of theirs after it is warded off', async () => {
  const chosen = table()
  await fireEvent.click(dice('model 0')[1]!) // the second of two criticals is as good as the first
  expect(offered()).toEqual(['Strike-critical', 'Block-normal-with-critical'])
  await fireEvent.click(dice('model 1')[0]!)
  expect(chosen).toEqual(['block-normal-with-critical'])
})

test('their die may be clicked first; a second click puts a die back', async () => {
  const chosen = table()
  await fireEvent.click(dice('model 1')[0]!)
  expect(offered()).toEqual(['Block-normal-with-critical', 'Block-normal-with-normal'])
  await fireEvent.click(dice('model 1')[0]!)
  expect(offered()).toHaveLength(4)
  await fireEvent.click(dice('model 1')[0]!)
  await fireEvent.click(dice('model 0')[2]!)
  expect(chosen).toEqual(['block-normal-with-normal'])
})

test('a finger strikes with its second touch, and each blow anew', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: none)' }))
  question.options!.forEach((one) => (one.foresight = true))
  const chosen = table()
  const [strike, other] = [...document.querySelectorAll('button.choice')]
  await fireEvent.click(strike!)
  await fireEvent.click(other!)
  expect(chosen).toEqual([])
  expect(other!.textContent).toContain('Tap again to choose it')
  await fireEvent.click(other!)
  expect(chosen).toEqual(['strike-normal'])
})
