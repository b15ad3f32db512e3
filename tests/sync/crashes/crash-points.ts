import type { Mortal } from './mortal.ts'

/** One place where a program waits for its store or for the network, and may not come back. */
export type CrashPoint = { context: string; what: string; isReading: boolean }

export type CrashPoints = {
  /** Counts the place; the context ends there when it is the one that was chosen. */
  pass: (context: Mortal, what: string, isReading?: boolean) => void
  /** All places so far, in order. */
  passed: CrashPoint[]
  hasCrashed: () => boolean
}

/** Numbers the places as a run comes by, and lets `onCrash` happen at the one with number `at`, counted from 0. */
export function crashPoints(at: number | null, onCrash: (context: Mortal) => void): CrashPoints {
  const passed: CrashPoint[] = []
  let hasCrashed = false
  return {
    pass: (context, what, isReading = false) => {
      if (hasCrashed) return
      passed.push({ context: context.name, what, isReading })
      if (passed.length - 1 !== at) return
      hasCrashed = true
      onCrash(context)
    },
    passed,
    hasCrashed: () => hasCrashed,
  }
}
