// Dice that anybody can check: the hash of the secret was published before the battle, and every die follows from the secret.
const BLOCK = 32

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function sha256(data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data as BufferSource))
}

export async function hash(secret: string): Promise<string> {
  return [...(await sha256(bytes(secret)))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The dice of a secret, one roll after the other. */
export class Stream {
  #at = 0
  #block = -1
  #bytes: Uint8Array = new Uint8Array()
  readonly #key: Uint8Array

  constructor(secret: string) {
    this.#key = bytes(`counteract committed dice ${secret} `)
  }

  async #byte(): Promise<number> {
    const number = Math.floor(this.#at / BLOCK)
    if (number !== this.#block) {
      const whole = new Uint8Array(this.#key.length + 8)
      whole.set(this.#key)
      new DataView(whole.buffer).setBigUint64(this.#key.length, BigInt(number))
      this.#bytes = await sha256(whole)
      this.#block = number
    }
    return this.#bytes[this.#at++ % BLOCK]!
  }

  async roll(count: number, sides: number): Promise<number[]> {
    const fair = 256 - (256 % sides)
    const found: number[] = []
    while (found.length < count) {
      const byte = await this.#byte()
      if (byte < fair) found.push((byte % sides) + 1)
    }
    return found
  }
}

export interface Rolled {
  faces: number[]
  sides: number
}

/** The number of the first roll that does not follow from the secret, or null if all do. */
export async function firstWrong(secret: string, rolls: Rolled[]): Promise<number | null> {
  const stream = new Stream(secret)
  for (const [number, { faces, sides }] of rolls.entries()) {
    const found = await stream.roll(faces.length, sides)
    if (found.some((face, n) => face !== faces[n])) return number
  }
  return null
}
