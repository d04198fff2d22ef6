// A record that was opened from a file.
import type { Snapshot, Step } from '../lib/protocol'
import type { components } from '../lib/schema'

export type Replay = Omit<components['schemas']['Replay'], 'snapshot' | 'steps'> & { snapshot: Snapshot; steps: Step[] }

export const opened = $state<{ replay: Replay | null; file: File | null }>({ replay: null, file: null })
