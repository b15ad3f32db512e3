type SyncEvent = ExtendableEvent & { tag: string }

/**
 * Runs `work` on each background sync event with this tag, which the browser sends once there is a network. If `work`
 * rejects, the browser sends the event again later. Events that arrive during a run share it (fault B3).
 */
export function whenOnline(worker: ServiceWorkerGlobalScope, tag: string, work: () => Promise<void>): void {
  let running: Promise<void> | null = null

  worker.addEventListener('sync' as 'message', (event) => {
    const { tag: eventTag } = event as unknown as SyncEvent
    if (eventTag !== tag) return
    running ??= work().finally(() => {
      running = null
    })
    event.waitUntil(running)
  })
}
