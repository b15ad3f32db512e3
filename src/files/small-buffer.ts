/* The parts of Node's Buffer that csv-parse needs. Its browser build includes a complete Buffer, which is as large as the parser. */

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

class SmallBuffer extends Uint8Array {
  copy(target: Uint8Array, at = 0, from = 0, to: number = this.length): void {
    target.set(this.subarray(from, Math.min(to, from + target.length - at)), at)
  }

  /** Ignores the encoding: tables are decoded before they are parsed, so their bytes are always UTF-8. */
  override toString(_encoding?: string, from = 0, to: number = this.length): string {
    return decoder.decode(this.subarray(from, to))
  }
}

function filled(bytes: ArrayLike<number>): SmallBuffer {
  const buffer = new SmallBuffer(bytes.length)
  buffer.set(bytes)
  return buffer
}

export const smallBuffer = {
  from: (value: string | ArrayLike<number>) => filled(typeof value === 'string' ? encoder.encode(value) : value),
  allocUnsafe: (size: number) => new SmallBuffer(size),
  isBuffer: (value: unknown) => value instanceof SmallBuffer,
  concat: (all: readonly Uint8Array[]) => filled(all.flatMap((one) => [...one])),
  // Not an order: csv-parse only checks whether the bytes are equal.
  compare: (one: Uint8Array, other: Uint8Array) => Number(one.join() !== other.join()),
}

if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer: smallBuffer })
