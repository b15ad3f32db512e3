type SyncEvent = ExtendableEvent & { tag: string }

/**
 * Does the work when the browser says, by this tag, that there is a network; work that rejects is asked for again later.
 * Single flight: two events at once are one drain (fault B3).
 */
export function whenOnline(worker: ServiceWorkerGlobalScope, wanted: string, work: () => Promise<void>): void {
  let running: Promise<void> | null = null

  worker.addEventListener('sync' as 'message', (event) => {
    const { tag } = event as unknown as SyncEvent
    if (tag !== wanted) return
    running ??= work().finally(() => {
      running = null
    })
    event.waitUntil(running)
  })
}
