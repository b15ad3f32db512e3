/*
 * A page that is left may be frozen in the browser's back/forward cache. WebKit freezes it with its running IndexedDB
 * transactions, and later transactions on the same stores, in any tab, wait for them for up to half an hour; it also releases
 * the page's web locks silently (fault A24). So the page ends its transactions and releases its locks just before it freezes, and
 * starts again when it returns.
 */

const freezeListeners = new Set<() => void>()
const returnListeners = new Set<() => void>()
let freezeCount = 0
let frozen: { untilReturn: Promise<void>; end: () => void } | null = null

/** Calls `listener`, which must be synchronous, when the page freezes. Returns an unsubscribe function. */
export function onPageFreeze(listener: () => void): () => void {
  freezeListeners.add(listener)
  return () => freezeListeners.delete(listener)
}

/** Calls `listener` when the page returns, having missed other pages' changes (fault A17). Returns an unsubscribe function. */
export function onPageReturn(listener: () => void): () => void {
  returnListeners.add(listener)
  return () => returnListeners.delete(listener)
}

/** True from the freeze until the return; code may still run for a moment after the freeze. */
export function isPageFrozen(): boolean {
  return frozen !== null
}

export async function untilPageReturns(): Promise<void> {
  await frozen?.untilReturn
}

/** Returns how often this page was frozen. If the number changes while work fails, the freeze ended the work. */
export function countPageFreezes(): number {
  return freezeCount
}

/** Runs `work`, and again after the page returns each time a freeze ended it. */
export async function retryAfterFreeze<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    await untilPageReturns()
    const freezesBefore = freezeCount
    try {
      return await work()
    } catch (error) {
      if (freezeCount === freezesBefore) throw error
    }
  }
}

/** Freezes as `pagehide` does. Exported for tests. */
export function freezePage(): void {
  if (frozen !== null) return
  freezeCount += 1
  let end = () => {}
  frozen = { untilReturn: new Promise((resolve) => (end = resolve)), end: () => end() }
  for (const listener of freezeListeners) listener()
}

/** Ends a freeze as `pageshow` does. Exported for tests. */
export function returnPage(): void {
  if (frozen === null) return
  const { end } = frozen
  frozen = null
  end()
  for (const listener of returnListeners) listener()
}

/** Undefined outside browsers and in workers, which are never frozen this way. */
const page = (globalThis as { window?: EventTarget }).window

const isPersisted = (event: Event) => (event as { persisted?: boolean }).persisted === true

// In the capture phase, before all other listeners: the work that they start must find the page frozen.
page?.addEventListener('pagehide', (event) => isPersisted(event) && freezePage(), { capture: true })
page?.addEventListener('pageshow', (event) => isPersisted(event) && returnPage(), { capture: true })
