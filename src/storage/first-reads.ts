/** How many first reads of what is on the screen have no answer yet. */
let underWay = 0
let readEnded = () => {}

/** Gives back what ends it. */
export function beginFirstRead(): () => void {
  underWay += 1
  return () => {
    underWay -= 1
    readEnded()
  }
}

/** Calls back at once when none is under way, else when the last has been shown. Gives back what stops waiting. */
export function afterFirstReads(then: () => void): () => void {
  let isWaiting = true
  const look = () => {
    if (!isWaiting || underWay > 0) return
    isWaiting = false
    then()
  }
  // The answer of one may begin the next, and what moves in the frame in which it is shown is seen to move.
  readEnded = () => requestAnimationFrame(() => requestAnimationFrame(look))
  look()
  return () => {
    isWaiting = false
  }
}
