type SerialQueue = <Result>(work: () => Result | Promise<Result>) => Promise<Result>

/** Returns a function that runs jobs one at a time, in call order. Its promise settles as the job does; a failed job does not stop later ones. */
export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
