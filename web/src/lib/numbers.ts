// Numbers as people read them here.

/** A chance: whole per cents, but never 0 % or 100 % for what may or may not happen. */
export function percent(chance: number): string {
  const whole = Math.round(100 * chance)
  if (whole === 0 && chance > 1e-9) return '<1%'
  if (whole === 100 && chance < 1 - 1e-9) return '>99%'
  return `${whole}%`
}

/** Inches, with at most one digit after the point: 4.2" */
export const inches = (length: number): string => `${Math.round(10 * length) / 10}"`

/** Seconds as a clock shows them: 12:05, or 9.4 when it gets close. */
export function clockFace(seconds: number): string {
  const left = Math.max(0, seconds)
  if (left < 10) return left.toFixed(1)
  const whole = Math.ceil(left)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
