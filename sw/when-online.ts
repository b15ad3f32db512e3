type SyncEvent = ExtendableEvent & { tag: string }

/** Runs `work` when the browser reports a network under this tag, and again later if it rejects; two events run it once (fault B3). */
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
