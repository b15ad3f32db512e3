import { report } from './report-errors.ts'

/** So long the page may not have answered a press before it is reported. */
const longTaskMs = 1000

/** Reports when a script has kept the page from answering, where the browser tells. Gives back how to stop. */
export function watchLongTasks(): () => void {
  if (!PerformanceObserver.supportedEntryTypes?.includes('longtask')) return () => {}
  const observer = new PerformanceObserver((list) => {
    const longest = Math.max(...list.getEntries().map(({ duration }) => duration))
    // In whole seconds, so that the same trouble is the same report.
    const seconds = Math.floor(longest / 1000)
    if (longest >= longTaskMs) report('performance', `The page did not answer for more than ${seconds} s`)
  })
  observer.observe({ type: 'longtask' })
  return () => observer.disconnect()
}
