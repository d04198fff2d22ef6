// Where numbers stand in the plot of a battle.

/** The place of each among all, the most first; of equals the first is before the others. */
export const ranks = (points: readonly number[]): number[] => points.map((mine, n) => points.filter((other, k) => other > mine || (other === mine && k < n)).length)

/** Heights close to the given ones, the lowest value first, and so far apart that numbers there can be read. */
export function beside(heights: readonly number[], apart: number): number[] {
  const order = [...heights.keys()].sort((a, b) => heights[a]! - heights[b]! || a - b)
  const found = [...heights]
  order.slice(1).forEach((n, k) => (found[n] = Math.max(found[n]!, found[order[k]!]! + apart)))
  const over = order.length ? (found[order.at(-1)!]! - heights[order.at(-1)!]!) / 2 : 0
  return found.map((height) => height - over)
}
