import type { Context } from '../world/context.ts'

/** One place where a page waits for its store, the network or time, and may not come back. */
export type CrashPoint = { context: string; what: string }

export type CrashPoints = {
  /** Counts the place; the context ends there when it is the one that was chosen. */
  pass: (context: Context, what: string) => void
  /** All places so far, in order. */
  passed: CrashPoint[]
  hasCrashed: () => boolean
}

/** Numbers the places as a run comes by, and lets `onCrash` happen at the one with number `at`, counted from 0. */
export function crashPoints(at: number | null, onCrash: (context: Context) => void): CrashPoints {
  const passed: CrashPoint[] = []
  let hasCrashed = false
  return {
    pass: (context, what) => {
      if (hasCrashed) return
      passed.push({ context: context.name, what })
      if (passed.length - 1 !== at) return
      hasCrashed = true
      onCrash(context)
    },
    passed,
    hasCrashed: () => hasCrashed,
  }
}
