let reads = 0
/** The address whose first reads have ended. */
let shown = ''

/**
 * A page is read in many parts, and shown as a whole: its styles hide it while `data-reading` says so, because what appears
 * later pushes away what is about to be pressed. Ends the read that it begins.
 */
export function beginRead(): () => void {
  const { dataset } = document.documentElement
  reads += 1
  if (location.pathname !== shown) dataset['reading'] = ''
  return () => {
    reads -= 1
    // The answer of one may begin the next.
    requestAnimationFrame(() => {
      if (reads > 0) return
      shown = location.pathname
      delete dataset['reading']
    })
  }
}
