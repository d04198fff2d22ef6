// What the server answers about odds, and what pictures are made of.

export interface Advice {
  when: string
  do: string
  chance: number
}
interface Told {
  ruleset: string
  objective: string
  value: number
  told: [string, string][] // further numbers in words
  advice: Advice[]
  not_computed: string[]
}
export interface ShotAnswer extends Told {
  expected: number
  incapacitate: number
  injure: number
  distribution: Record<string, number>
  marks: { from: number; text: string }[]
  targets?: { expected: number; incapacitate: number; injure: number }[]
}
export interface FightAnswer extends Told {
  joint: [number, number, number][] // wounds left of attacker and defender, and the chance of that
  attacker_wounds: number
  defender_wounds: number
  expected_dealt: number
  expected_taken: number
  attacker_incapacitated: number
  defender_incapacitated: number
}
export interface Grid {
  weapons: string[]
  targets: string[]
  weapon_ids: string[]
  target_ids: string[]
  answer_ids?: string[][] // of fights: what each target strikes back with
  expected?: number[][]
  injure?: number[][]
  dealt?: number[][]
  taken?: number[][]
  incapacitate: number[][]
  incapacitated?: number[][]
  not_computed: string[]
}
export interface TableAnswer {
  ranged: Grid | null
  melee: Grid | null
}
export type Answer = { kind: 'shoot'; found: ShotAnswer } | { kind: 'fight'; found: FightAnswer } | { kind: 'table'; found: TableAnswer }

const SEEN = 0.0005 // to reach so much, if it is less likely than this, is not drawn

/** A value with the chance of just this, and of this or more. */
export interface Column {
  value: number
  exactly: number
  reached: number
}

/** A distribution from 0 on without gaps, up to the last value worth drawing. */
export function columns(distribution: Record<string, number>, marks: number[] = []): Column[] {
  const last = Math.max(0, ...Object.keys(distribution).map(Number))
  const found: Column[] = []
  let reached = 0
  for (let value = last; value >= 0; value -= 1) {
    const exactly = distribution[value] ?? 0
    reached = Math.min(1, reached + exactly)
    found.unshift({ value, exactly, reached })
  }
  const least = Math.max(1, ...marks)
  while (found.length <= least) found.push({ value: found.length, exactly: 0, reached: 0 })
  return found.filter((column) => column.value <= least || column.reached >= SEEN)
}

/** Round numbers up an axis, from 0 to just above the highest. */
export function ticks(highest: number, most = 5): number[] {
  const rough = highest / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough - 1e-12)!
  return Array.from({ length: Math.ceil(highest / step - 1e-9) + 1 }, (_, n) => Number((n * step).toPrecision(12)))
}

/** Every so many values have their number written, so that at most so many are. */
export function every(count: number, room: number): number {
  const rough = Math.max(1, count / Math.max(1, room))
  return [1, 2, 5, 10, 20, 25, 50].find((step) => step >= rough) ?? 100
}

/** How likely each number of wounds left is, of one side. */
export function wounds(joint: [number, number, number][], side: 0 | 1, most: number): number[] {
  const found = Array.from({ length: most + 1 }, () => 0)
  for (const row of joint) found[row[side]]! += row[2]
  return found
}

/** The rows of a table as a text that spreadsheets read. */
export function csv(tables: TableAnswer): string {
  const quoted = (cell: string | number): string => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell))
  const rows: (string | number)[][] = [['kind', 'weapon', 'target', 'expected', 'taken', 'incapacitate']]
  for (const [kind, grid] of [['ranged', tables.ranged], ['melee', tables.melee]] as const) {
    grid?.weapons.forEach((weapon, i) =>
      grid.targets.forEach((target, j) => rows.push([kind, weapon, target, (grid.expected ?? grid.dealt!)[i]![j]!, grid.taken?.[i]?.[j] ?? '', grid.incapacitate[i]![j]!])),
    )
  }
  return rows.map((row) => row.map(quoted).join(',') + '\n').join('')
}
