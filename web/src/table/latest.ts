/** Asks one thing at a time; of those that come meanwhile only the latest is asked. */
export class Latest {
  #busy = false
  #next: (() => Promise<void>) | null = null

  async run(task: () => Promise<void>): Promise<void> {
    this.#next = task
    if (this.#busy) return
    this.#busy = true
    try {
      while (this.#next) {
        const now: () => Promise<void> = this.#next
        this.#next = null
        await now()
      }
    } finally {
      this.#busy = false
    }
  }
}
