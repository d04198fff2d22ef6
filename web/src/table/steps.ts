// Steps of a game: what a view is after one, and for how long it is looked at.
import type { Step, View } from '../lib/protocol'
import { still } from '../lib/settings.svelte'

/** How long a step is looked at before the next one is shown, ms: a move, a roll. Whoever is far behind hurries. */
const MOVING = 650
const ROLLING = 900
/** By how much one hurries who is so many steps behind. */
const HURRY: [number, number][] = [[60, 8], [20, 3], [6, 1.5]]

/** By how much a step is hurried that ends in a question nobody is asked. */
const UNASKED = 3

/** A view after what has changed; what has not is shared with the one before. */
export function changed(before: View, changes: Step['changes']): View {
  const { models, units, ...rest } = changes
  return { ...before, ...rest, models: exchanged(before.models, models), ...(before.units && { units: exchanged(before.units, units) }) }
}

/** A list with some of its entries exchanged for those of the same id. */
function exchanged<T extends { id: number }>(before: T[], changes: readonly T[] = []): T[] {
  const found = new Map(changes.map((one) => [one.id, one]))
  return changes.length ? before.map((one) => found.get(one.id) ?? one) : before
}

/** How long what happened in a step takes to be seen, with so many more to come; ``unasked``: nobody is asked what it ends in. */
export function lasts(step: Step, behind: number, unasked = false): number {
  if (still() || document.hidden) return 0
  const time = step.events.some((event) => event.dice?.length) ? ROLLING : step.events.some((event) => 'path' in event.values || 'paths' in event.values) ? MOVING : 0
  return time / Math.max(HURRY.find(([steps]) => behind > steps)?.[1] ?? 1, unasked ? UNASKED : 1)
}
