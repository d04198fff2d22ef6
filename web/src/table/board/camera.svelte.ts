// Which part of the table is looked at, how near, and which way round.
import { frameOf, within, type Frame, type Point } from './geometry'

const NEAREST = 6 // times as near as when all is seen
const STEP = 1.35 // of the buttons
const MARGIN = 0.7 // inches seen around the board
const BEYOND = 4 // inches past the edge that one can look
const WORTH_TURNING = 1.05 // times as large
const FINGER = 44 // px: what is touched is at least as wide

export class Camera {
  #width = $state(1) // of the picture, in px
  #height = $state(1)
  #tallest = $state.raw({ width: 1, height: 1 }) // it was at this width: the board does not turn when a panel grows
  zoom = $state(1) // 1: all of the board is seen
  #turned = $state(0) // quarters to the left, by hand
  #own = $state.raw<Point | null>(null) // what should lie towards the one who looks
  #board = $state.raw<[number, number]>([1, 1])
  #centre = $state.raw<Point | null>(null) // on the table; null: the middle of the board

  readonly frame: Frame = $derived.by(() => frameOf(this.#board, this.#best + this.#turned))
  readonly #fit = $derived.by(() => this.#fitOf(this.frame))
  /** px an inch. */
  readonly scale = $derived.by(() => this.#fit * this.zoom)
  readonly #box = $derived.by(() => {
    const [w, h] = [this.width / this.scale, this.height / this.scale]
    const [u, v] = this.#centre ? this.frame.to(this.#centre) : [this.frame.width / 2, this.frame.height / 2]
    return { x: inView(u, w, this.frame.width) - w / 2, y: inView(v, h, this.frame.height) - h / 2, w, h }
  })
  readonly viewBox = $derived.by(() => `${this.#box.x} ${this.#box.y} ${this.#box.w} ${this.#box.h}`)

  /** The way round that shows the board largest, with one's own side below. */
  readonly #best = $derived.by(() => {
    const frames = [0, 1, 2, 3].map((quarters) => frameOf(this.#board, quarters))
    const { height } = this.#tallest
    const upright = this.#fitOf(frames[1]!, height) > WORTH_TURNING * this.#fitOf(frames[0]!, height) ? 1 : 0
    const own = this.#own
    return own && frames[upright + 2]!.to(own)[1] > frames[upright]!.to(own)[1] + 1 ? upright + 2 : upright
  })

  #fitOf(frame: Frame, height = this.#height): number {
    return Math.max(0.1, Math.min(this.#width / (frame.width + 2 * MARGIN), height / (frame.height + 2 * MARGIN)))
  }

  get width(): number {
    return this.#width
  }

  set width(width: number) {
    this.#width = width
  }

  get height(): number {
    return this.#height
  }

  set height(height: number) {
    this.#height = height
    if (this.#tallest.width !== this.#width || this.#tallest.height < height) this.#tallest = { width: this.#width, height }
  }

  /** Look from the side where a zone lies. */
  face(zone: readonly [number, number, number, number] | undefined): void {
    const own: Point | null = zone ? [(zone[0] + zone[2]) / 2, (zone[1] + zone[3]) / 2] : null
    if (own?.join() !== this.#own?.join()) this.#own = own
  }

  lookAt(board: readonly [number, number]): void {
    if (board[0] === this.#board[0] && board[1] === this.#board[1]) return
    this.#board = [board[0], board[1]]
    this.fit()
  }

  fit = (): void => {
    this.zoom = 1
    this.#centre = null
  }

  nearer = (): void => this.zoomBy(STEP, [this.width / 2, this.height / 2])
  farther = (): void => this.zoomBy(1 / STEP, [this.width / 2, this.height / 2])
  turn = (): void => {
    this.#turned = (this.#turned + 1) % 4
  }

  /** px as inches of the picture. */
  px = (pixels: number): number => pixels / this.scale

  /** How far around its middle something is touched. */
  touch = (radius: number): number => Math.max(radius, this.px(FINGER / 2))

  /** The place on the table at a point of the picture, in px from its corner. */
  at = ([left, top]: Point): Point => this.frame.from([this.#box.x + left / this.scale, this.#box.y + top / this.scale])

  /** The point of the picture, in px from its corner, at a place on the table. */
  seen = (place: readonly number[]): Point => {
    const [u, v] = this.frame.to(place)
    return [(u - this.#box.x) * this.scale, (v - this.#box.y) * this.scale]
  }

  /** Come nearer about a point of the picture, which stays where it is; once all of the board is seen, it is in the middle. */
  zoomBy(factor: number, about: Point): void {
    const held = this.at(about)
    this.zoom = within(this.zoom * factor, 1, NEAREST)
    if (factor < 1 && this.zoom === 1) return this.fit()
    const now = this.seen(held)
    this.pan([about[0] - now[0], about[1] - now[1]])
  }

  /** Move the picture by px. */
  pan([right, down]: Point): void {
    this.#centre = this.frame.from([this.#box.x + this.#box.w / 2 - right / this.scale, this.#box.y + this.#box.h / 2 - down / this.scale])
  }
}

/** A middle from which the board stays in view; a little beyond its edge may be looked at, to get it out from under buttons. */
const inView = (middle: number, seen: number, whole: number): number =>
  within(middle, Math.min(whole / 2, seen / 2) - BEYOND, Math.max(whole / 2, whole - seen / 2) + BEYOND)
