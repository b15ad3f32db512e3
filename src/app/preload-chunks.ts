import { keepLastViews } from '#app/page/keep-last-view.ts'
import { report } from '#app/page/report-errors.ts'

/**
 * Loads what is needed when the network is gone: questions, the search, and the buttons that report a screen that failed. A screen that
 * asks for a missing one meets the failure and says so. What the page itself took to stand is not reported as a long task.
 */
export async function preloadChunks(): Promise<void> {
  watchLongTasks()
  keepLastViews()
  await Promise.allSettled([
    import('#ui/dialogs/dialog-window.tsx'),
    import('#records/saving/deletion-dialog.tsx'),
    import('./find.tsx'),
    import('#features/errors/error-help-buttons.tsx'),
  ])
  // The first exchange of a new device has everything else to carry.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  // The survey and the planner say themselves what is missing.
  await Promise.allSettled([fetchSurvey(), fetchZipTables(), fetchBackup()])
}

/** So that the agent's tablet can take the survey in a house without signal, though it was never opened before. */
async function fetchSurvey(): Promise<void> {
  const { questionsAhead } = await import('#features/survey/respondents/questions-ahead.ts')
  await questionsAhead()
}

/** So that homes without coordinates can be planned there, too, and a ZIP code fills in its city. */
async function fetchZipTables(): Promise<void> {
  const { cacheZipPlaces } = await import('#storage/homes/zip-places.ts')
  await cacheZipPlaces()
  const { cacheZipNames } = await import('#storage/homes/zip-names.ts')
  await cacheZipNames()
}

/** So that a device whose server is gone can save what it has as a file; the worker keeps only what a page under it fetches. */
async function fetchBackup(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller === null)
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  const { loadWork } = await import('#features/backup/load-work.ts')
  await loadWork()
}

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
