import type { Context } from '../world/context.ts'

/** A point at which a page waits for its store, the network or time, and may end. */
export type CrashPoint = { context: string; what: string }

export type CrashPoints = {
  /** Counts a point, and ends the context if it is the chosen one. */
  pass: (context: Context, what: string) => void
  passed: CrashPoint[]
  hasCrashed: () => boolean
}

/** Numbers the points of a run from 0, and calls `onCrash` at number `at`. */
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
