import type { AbortSignalLike } from './ports.ts'

export type Abort = { signal: AbortSignalLike; abort: () => void }

/** An `AbortController` without platform types; also aborts when a parent does. */
export function createAbort(...parents: (AbortSignalLike | undefined)[]): Abort {
  const listeners = new Set<() => void>()
  let aborted = false

  const signal: AbortSignalLike = {
    get aborted() {
      return aborted
    },
    addEventListener: (_, listener) => {
      listeners.add(listener)
    },
    removeEventListener: (_, listener) => {
      listeners.delete(listener)
    },
  }

  function abort(): void {
    if (aborted) return
    aborted = true
    for (const parent of parents) parent?.removeEventListener('abort', abort)
    for (const listener of listeners) listener()
    listeners.clear()
  }

  for (const parent of parents) {
    if (parent?.aborted === true) abort()
    else parent?.addEventListener('abort', abort, { once: true })
  }
  return { signal, abort }
}
