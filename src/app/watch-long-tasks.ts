import { report } from './report-errors.ts'

/** So long the page may not have answered a press before it is reported. */
const longTaskMs = 1000

let observer: PerformanceObserver | null = null

/** Reports when a script has kept the page from answering, where the browser measures it. Called again it changes nothing. */
export function watchLongTasks(): void {
  if (observer !== null || !PerformanceObserver.supportedEntryTypes?.includes('longtask')) return
  observer = new PerformanceObserver((list) => {
    const longest = Math.max(...list.getEntries().map(({ duration }) => duration))
    // In whole seconds, so that the same trouble is the same report.
    const seconds = Math.floor(longest / 1000)
    if (longest >= longTaskMs) report('performance', `The page did not answer for more than ${seconds} s`)
  })
  observer.observe({ type: 'longtask' })
}
