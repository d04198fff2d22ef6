// Steps of a game: what a view is after one, and for how long it is looked at.
import type { Step, View } from '../lib/protocol'
import { still } from '../lib/settings.svelte'

/** How long a step is looked at before the next one is shown, ms: a move, a roll. Whoever is far behind hurries. */
const MOVING = 650
const ROLLING = 900
/** By how much one hurries who is so many steps behind. */
const HURRY: [number, number][] = [[60, 8], [20, 3], [6, 1.5]]

/** A view after what has changed; what has not is shared with the one before. */
export function changed(before: View, changes: Step['changes']): View {
  const { models, ...rest } = changes
  const found = new Map((models ?? []).map((model) => [model.id, model]))
  return { ...before, ...rest, models: before.models.map((model) => found.get(model.id) ?? model) }
}

/** How long what happened in a step takes to be seen, with so many more to come. */
export function lasts(step: Step, behind: number): number {
  if (still() || document.hidden) return 0
  const time = step.events.some((event) => event.dice?.length) ? ROLLING : step.events.some((event) => 'path' in event.values) ? MOVING : 0
  return time / (HURRY.find(([steps]) => behind > steps)?.[1] ?? 1)
}
