// Where nothing can be pointed at without touching it, the first touch shows what may come of an option, and the second chooses it.
import type { Option } from '../../lib/protocol'
import { touching } from '../../lib/settings.svelte'
import type { Hand } from '../hand.svelte'

export class Careful {
  #first = $state.raw<Option | null>(null)
  readonly #touched = touching()

  constructor(readonly hand: Pick<Hand, 'choose' | 'consider' | 'hovered'>) {}

  /** The option that was shown by a first touch, unless another has been shown since. */
  get first(): Option | null {
    return this.#first === this.hand.hovered ? this.#first : null
  }

  /** With ``wary`` also one of which nothing can be shown is touched twice. */
  choose(option: Option, wary = false): void {
    if (!this.#touched || !(option.foresight || wary) || this.first === option) this.hand.choose(option)
    else this.hand.consider((this.#first = option))
  }

  /** The pointer leaves an option; a finger leaves what it has shown. */
  leave(): void {
    if (!this.#touched) this.hand.consider(null)
  }

  /** Something else is asked. */
  forget(): void {
    this.#first = null
  }
}
