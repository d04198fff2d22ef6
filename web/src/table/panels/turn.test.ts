// The banner of a new turn.
import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { View } from '../../lib/protocol'
import Turn from './Turn.svelte'

const view = (turn: number, ...vp: number[]): View => ({
  ruleset: 'any', player: null, board: [30, 22], mission: '', aims: [], legend: [], terrain: [], markers: [], zones: [], turn, phase: '', heading: `Turn ${turn}`, initiative: 0, active: null,
  sides: ['Reds', 'Greens'].map((team, n) => ({ team, vp: vp[n]!, alliance: n, gone: false })), models: [],
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells what the last turn has brought, for a while, and nothing to who has just come', async () => {
  const { rerender } = render(Turn, { view: view(1, 0, 0) })
  expect(screen.getByRole('status').textContent.trim()).toBe('')
  await rerender({ view: view(1, 2, 1) })
  await rerender({ view: view(2, 2, 3) })
  expect(screen.getByRole('status').textContent).toMatch(/Turn 2.*Reds 2.*\(\+2\).*Greens 3.*\(\+3\)/s)
  await rerender({ view: view(2, 3, 3) }) // what happens meanwhile does not keep it there
  await vi.advanceTimersByTimeAsync(5000)
  expect(screen.getByRole('status').textContent.trim()).toBe('')
})
