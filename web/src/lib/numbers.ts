// Numbers as people read them here.

import { settings } from './settings.svelte'

const formats = new Map<string, Intl.NumberFormat>()

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = settings.language + JSON.stringify(options)
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(settings.language, { useGrouping: false, ...options }))
  return formats.get(key)!
}

/** A number as the language in use writes it. */
export const written = (number: number): string => format({ maximumFractionDigits: 3 }).format(number)

/** A number with so many digits after the point. */
export const digits = (number: number, after: number): string => format({ minimumFractionDigits: after, maximumFractionDigits: after }).format(number)

/** A share in per cent: with so many digits after the point, or no more than it takes. */
export const percentage = (share: number, after?: number): string => format({ style: 'percent', minimumFractionDigits: after ?? 0, maximumFractionDigits: after ?? 1 }).format(share)

/** A chance: whole per cents, but never 0 % or 100 % for what may or may not happen. */
export function percent(chance: number): string {
  const whole = Math.round(100 * chance)
  if (whole === 0 && chance > 1e-9) return `<${percentage(0.01, 0)}`
  if (whole === 100 && chance < 1 - 1e-9) return `>${percentage(0.99, 0)}`
  return percentage(whole / 100, 0)
}

/** Inches, with at most one digit after the point: 4.2" */
export const inches = (length: number): string => `${format({ maximumFractionDigits: 1 }).format(length)}"`

/** How much of a length is used up, in whole tenths of an inch: rounded up, so that what is left is never less than it seems. */
export const used = (length: number): number => Math.max(0, Math.ceil(10 * length - 0.02)) / 10

/** Seconds as a clock shows them: 12:05, or 9.4 when it gets close. */
export function clockFace(seconds: number): string {
  const left = Math.max(0, seconds)
  if (left < 10) return digits(left, 1)
  const whole = Math.ceil(left)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
