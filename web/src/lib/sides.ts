// How sides are told apart besides by their colours: each has a sign among words, and a shape on the board.

// Colours are in theme.css, by the class or custom property `side-0` and so on.

const SIGNS = ['●', '◆', '▲', '■'] as const

const among = (side: number): number => side % SIGNS.length

/** What stands before the name of a side. */
export const sign = (side: number): string => SIGNS[among(side)]!

const at = (radius: number, angle: number): string => `${(Math.sin(angle) * radius).toFixed(3)} ${(-Math.cos(angle) * radius).toFixed(3)}`
const turns = (count: number, radius: number, first = 0): string[] => Array.from({ length: count }, (_, k) => at(radius, first + (2 * k * Math.PI) / count))
const polygon = (points: string[]): string => `M${points.join('L')}Z`

/** A polygon with round sides, which has more room in it than one with straight ones; `bend` is how round, in radii. */
function bulging(count: number, radius: number, bend: number): string {
  const [first, ...others] = turns(count, radius)
  const along = (bend * radius).toFixed(3)
  return `M${first}${[...others, first].map((to) => `A${along} ${along} 0 0 1 ${to}`).join('')}Z`
}

/** A square without its corners, which would leave the circle around it. */
function clipped(radius: number): string {
  const half = Math.acos(0.74) // from the middle of an edge to its end
  return polygon([0, 1, 2, 3].flatMap((k) => [-half, half].map((off) => at(radius, (k * Math.PI) / 2 + off))))
}

/** The outline of what a model of a side has in the middle of its base: within a circle, with room for letters. */
export function outline(side: number, radius: number): string {
  const shapes = [() => `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`, () => bulging(4, radius, 8), () => bulging(3, radius, 3), () => clipped(radius)]
  return shapes[among(side)]!()
}

/** How far the shape on a base is from its edge, in breadths of the rim: those that leave more of the circle empty reach farther. */
export const spared = (side: number): number => [1.45, 1.1, 1.1, 1.1][among(side)]!

/** How much smaller letters are than on a round base. */
export const lettering = (side: number): number => [1, 0.9, 0.88, 0.9][among(side)]!

/** The outline of the sign of a side, for plots. */
export function mark(side: number, size: number): string {
  const shapes = [() => outline(0, 0.72 * size), () => polygon(turns(4, size)), () => polygon(turns(3, 1.05 * size)), () => polygon(turns(4, size, Math.PI / 4))]
  return shapes[among(side)]!()
}

/** The ends of flags: forked, pointed, cut off straight, bent inwards. */
const TAILS = ['L0.55 0', 'L1 -0.3 1 0.3', '', 'Q0.6 0 0.85 0.62']

/** The flag of a marker, of whichever side holds it: within a circle, its pole at its left edge. */
export function flag(side: number | null, radius: number): string {
  const tail = side === null ? '' : TAILS[among(side)]!
  const far = tail.startsWith('L1') ? 0.7 : 0.85
  const path = `M-0.8 1L-0.8 -0.62L${far} -0.62${tail}${tail.startsWith('Q') ? '' : `L${far} 0.62`}L-0.8 0.62`
  return path.replace(/-?\d+(\.\d+)?/g, (number) => (Number(number) * radius).toFixed(3))
}
