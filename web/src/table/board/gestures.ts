// Fingers and mouse on the board: taps, drags, panning, pinching.
import { distance, type Point } from './geometry'

const STILL = 6 // px that a tap may slip

/** What follows a pressed pointer. */
export interface Drag {
  move: (at: Point, event: PointerEvent) => void
  drop: (at: Point, event: PointerEvent) => void
}
export interface Handlers {
  hover: (at: Point, event: PointerEvent) => void
  tap: (at: Point, event: PointerEvent) => void
  grab: (at: Point, event: PointerEvent) => Drag | null // whatever can be dragged there
  pan: (by: Point) => void
  pinch: (factor: number, about: Point) => void
}

const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
const apart = (a: Point, b: Point): Point => [b[0] - a[0], b[1] - a[1]]

export class Gestures {
  #down = new Map<number, Point>()
  #began: Point = [0, 0]
  #moved = false
  #drag: Drag | null = null

  constructor(
    readonly element: Element,
    readonly handlers: Handlers,
  ) {}

  press = (event: PointerEvent): void => {
    if (event.button > 1) return
    const at = this.#at(event)
    this.#down.set(event.pointerId, at)
    this.element.setPointerCapture(event.pointerId)
    this.#began = at
    this.#moved = this.#down.size > 1
    this.#drag = this.#down.size === 1 && event.button === 0 ? this.handlers.grab(at, event) : null
  }

  move = (event: PointerEvent): void => {
    const at = this.#at(event)
    const before = this.#down.get(event.pointerId)
    if (!before) return this.handlers.hover(at, event)
    if (!this.#moved && distance(this.#began, at) < STILL) return
    this.#moved = true
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1]
    this.#down.set(event.pointerId, at)
    if (other) {
      this.handlers.pan(apart(between(before, other), between(at, other)))
      this.handlers.pinch(distance(at, other) / Math.max(1, distance(before, other)), between(at, other))
    } else if (this.#drag) this.#drag.move(at, event)
    else this.handlers.pan(apart(before, at))
  }

  release = (event: PointerEvent): void => {
    if (!this.#down.delete(event.pointerId)) return
    const at = this.#at(event)
    if (!this.#moved) {
      if (event.button === 0) this.handlers.tap(at, event)
    } else if (!this.#down.size) this.#drag?.drop(at, event)
    if (!this.#down.size) this.#drag = null
  }

  lose = (event: PointerEvent): void => {
    this.#down.delete(event.pointerId)
    this.#drag = null
  }

  #at(event: PointerEvent): Point {
    const box = this.element.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
}
