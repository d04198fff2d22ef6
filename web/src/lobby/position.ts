// A position that was opened from a file.
import type { components } from '../lib/schema'

export interface Placed {
  text: string // of the file
  name: string // of the file
  about: components['schemas']['PositionCard']
}
