// Copying a link: what was copied last is known, and for a moment the button says so.

const MOMENT = 2000 // ms

export class Copying {
  /** What was copied last, to be shown to those whose browser would not copy. */
  copied = $state('')
  /** The same, for a moment. */
  just = $state('')

  copy = async (text: string): Promise<void> => {
    await navigator.clipboard?.writeText(text).catch(() => undefined)
    this.copied = this.just = text
    setTimeout(() => (this.just = ''), MOMENT)
  }
}
