import type { Clock, Ids } from '#core/sync/ports.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
    }),
}

/** Ids are random: if they came from the clock, two devices or tabs could create the same one (fault E3). */
export const randomIds: Ids = {
  uuid: () => {
    // `randomUUID` is missing on insecure pages, such as a phone on the office's plain-HTTP address.
    if ('randomUUID' in crypto) return crypto.randomUUID()
    const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  },
}
