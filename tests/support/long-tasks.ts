/** Hands the page a long task of `durationMs`, as the browser does that has measured one. */
export type ReportLongTask = (durationMs: number) => void

/**
 * Replaces what observes long tasks for the rest of the file, so that no test keeps the page busy for a second. Call it
 * before the app observes them. The browser's own observer still judges what is to be observed.
 */
export function replaceLongTasks(): ReportLongTask {
  const callbacks = new Set<(durationMs: number) => void>()
  class Observer extends PerformanceObserver {
    readonly #tell: (durationMs: number) => void

    constructor(callback: PerformanceObserverCallback) {
      super(() => {})
      this.#tell = (duration) => {
        const entry = { name: 'self', entryType: 'longtask', startTime: 0, duration, toJSON: () => ({}) }
        const list = { getEntries: () => [entry], getEntriesByName: () => [entry], getEntriesByType: () => [entry] }
        callback(list, this)
      }
    }

    override observe(options: PerformanceObserverInit): void {
      super.observe(options)
      if (options.type === 'longtask') callbacks.add(this.#tell)
    }
  }
  window.PerformanceObserver = Observer
  return (durationMs) => {
    for (const tell of callbacks) tell(durationMs)
  }
}
