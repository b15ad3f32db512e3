import { keepLastViews } from '#app/page/keep-last-view.ts'
import { report } from '#app/page/report-errors.ts'

/** Starts observers and loads code that may be needed offline. Ignores failures, because the screen that needs a chunk reports them. */
export async function startIdleWork(): Promise<void> {
  watchLongTasks()
  keepLastViews()
  await Promise.allSettled([
    import('#ui/dialogs/dialog-window.tsx'),
    import('#records/saving/deletion-dialog.tsx'),
    import('./search-overlay.tsx'),
    import('#features/errors/error-help-buttons.tsx'),
  ])
  // Waits three seconds, so that the first pull of a new device has the bandwidth.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  // The survey and the planner report their own missing files.
  await Promise.allSettled([fetchSurvey(), fetchZipTables(), fetchBackup()])
}

/** Lets a tablet take the survey without a signal, even if it was never opened before. */
async function fetchSurvey(): Promise<void> {
  const { prefetchQuestions } = await import('#features/survey/respondents/prefetch-questions.ts')
  await prefetchQuestions()
}

/** Offline, a tour can then include homes without coordinates, and a form can fill in the city of a ZIP code. */
async function fetchZipTables(): Promise<void> {
  const { cacheZipPlaces } = await import('#storage/homes/zip-places.ts')
  await cacheZipPlaces()
  const { cacheZipNames } = await import('#storage/homes/zip-names.ts')
  await cacheZipNames()
}

/** Lets a device save a backup even if the server no longer answers. Waits for the service worker, which caches only for pages that it controls. */
async function fetchBackup(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller === null)
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  const { loadBackupCommands } = await import('#features/backup/load-backup-commands.ts')
  await loadBackupCommands()
}

const longTaskMs = 1000

let observer: PerformanceObserver | null = null

/** Reports tasks that block the page for a second or longer, if the browser measures them. May be called more than once. */
export function watchLongTasks(): void {
  if (observer !== null || !PerformanceObserver.supportedEntryTypes?.includes('longtask')) return
  observer = new PerformanceObserver((list) => {
    const longest = Math.max(...list.getEntries().map(({ duration }) => duration))
    // Whole seconds, so that similar reports are grouped.
    const seconds = Math.floor(longest / 1000)
    if (longest >= longTaskMs) report('performance', `The page did not answer for more than ${seconds} s`)
  })
  observer.observe({ type: 'longtask' })
}
