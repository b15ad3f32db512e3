/** Runs a work when the ones before it have ended; resolves or rejects as the work does. */
type SerialQueue = <Result>(work: () => Result | Promise<Result>) => Promise<Result>

/** Runs works one at a time, in the order in which they came. One that fails does not stop those behind it. */
export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
