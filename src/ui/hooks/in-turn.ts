let turns: Promise<unknown> = Promise.resolve()

/**
 * Does the work in a frame of its own: one such piece in a frame, so that a page of many charts holds up no press while it
 * draws them. Returns what withdraws it.
 */
export function inTurn(work: () => void): () => void {
  let isWanted = true
  const frame = () => (isWanted ? new Promise((resolve) => requestAnimationFrame(resolve)) : undefined)
  turns = turns
    .then(frame)
    .then(() => {
      if (isWanted) work()
    })
    .catch(reportError)
  return () => {
    isWanted = false
  }
}
