// The board by keyboard: arrows move the ghost or the picture, Enter does it, Escape takes it back.
import type { Hand } from '../hand.svelte'
import type { Camera } from './camera.svelte'
import type { Point } from './geometry'

const FINE = 0.25 // inches
const COARSE = 1
const PAN = 60 // px
/** Degrees that what is put down is turned by. */
export const TURN = 45
export const FINE_TURN = 15

const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

export function keyboard(event: KeyboardEvent, hand: Hand, camera: Camera): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if ((event.target as Element).closest('button') && (event.key === 'Enter' || event.key === ' ')) return
  const done = act(event, hand, camera)
  if (done) event.preventDefault()
}

function act(event: KeyboardEvent, hand: Hand, camera: Camera): boolean {
  const arrow = ARROWS[event.key]
  if (arrow && hand.drawing) return nudge(hand, camera, arrow, event.shiftKey ? COARSE : FINE)
  if (arrow) return yes(() => camera.pan([-arrow[0] * PAN, -arrow[1] * PAN]))
  switch (event.key) {
    case '+':
    case '=':
      return yes(camera.nearer)
    case '-':
      return yes(camera.farther)
    case '0':
      return yes(camera.fit)
    case 'Escape':
      return yes(() => hand.cancel())
  }
  if (turning(event) && hand.turns) return yes(() => hand.turnBy(event.shiftKey ? FINE_TURN : TURN))
  if (!hand.drawing || !hand.held) return false
  switch (event.key) {
    case 'Enter':
      return yes(() => hand.confirm())
    case ' ':
      return yes(() => hand.pin())
  }
  return false
}

/** Whether Enter presses or fills in what has the focus; everywhere else it answers. */
export const isPressed = (focus: Element): boolean => focus.closest('button, a, summary, input, select, textarea, dialog, [role=button]') !== null

export const turning = (event: KeyboardEvent): boolean => event.key.toLowerCase() === 'r'

function yes(done: () => void): true {
  done()
  return true
}

/** Move the ghost by so many inches of the picture; the first time it appears where it is likeliest to go. */
function nudge(hand: Hand, camera: Camera, [right, down]: Point, by: number): true {
  const [u, v] = camera.frame.to(hand.likely)
  hand.place(hand.spot(...camera.frame.from([u + right * by, v + down * by])))
  if (hand.march.marching) hand.pin()
  return true
}
