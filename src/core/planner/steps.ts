/** Work that can be left between two steps: a thread that plans hears nothing else until it pauses. */
export type Steps<Result> = Generator<void, Result, void>

/** The result of work that is not left. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
