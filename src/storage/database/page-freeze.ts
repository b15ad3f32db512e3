/*
 * A page that is left may be frozen in the browser's back/forward cache. WebKit freezes it together with its running
 * IndexedDB transactions, and every later transaction on the same stores, in any tab, waits for them for up to half an
 * hour; its web locks are released without a word (fault A24). So everything that a frozen page must not hold is given
 * up here, in the last moment in which it runs, and taken again when it returns.
 */

const freezeListeners = new Set<() => void>()
const returnListeners = new Set<() => void>()
let freezeCount = 0
let frozen: { untilReturn: Promise<void>; end: () => void } | null = null

/** Calls `listener` at the moment when the page is frozen, until the returned function is called. It must not wait. */
export function onPageFreeze(listener: () => void): () => void {
  freezeListeners.add(listener)
  return () => freezeListeners.delete(listener)
}

/** Calls `listener` when the page is there again: what other pages have done in between was not heard (fault A17). */
export function onPageReturn(listener: () => void): () => void {
  returnListeners.add(listener)
  return () => returnListeners.delete(listener)
}

/** True from the freeze until the return; code may still run for a moment after the freeze. */
export function isPageFrozen(): boolean {
  return frozen !== null
}

/** Resolves when the page is not frozen, which is usually now. */
export async function untilPageReturns(): Promise<void> {
  await frozen?.untilReturn
}

/** How often this page was frozen. Work that fails while the number changes was ended by the freeze, not by a fault. */
export function pageFreezes(): number {
  return freezeCount
}

/** Runs `work`; again, after the page has returned, each time a freeze ended it. */
export async function againAfterFreeze<Result>(work: () => Promise<Result>): Promise<Result> {
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

/** For the browser's events below, and for tests. */
export function freezePage(): void {
  if (frozen !== null) return
  freezeCount += 1
  let end = () => {}
  frozen = { untilReturn: new Promise((resolve) => (end = resolve)), end: () => end() }
  for (const listener of freezeListeners) listener()
}

/** For the browser's events below, and for tests. */
export function returnPage(): void {
  if (frozen === null) return
  const { end } = frozen
  frozen = null
  end()
  for (const listener of returnListeners) listener()
}

/** Missing in workers, which are never frozen in this way, and outside browsers. */
const page = (globalThis as { window?: EventTarget }).window

const isPersisted = (event: Event) => (event as { persisted?: boolean }).persisted === true

// In the capture phase, so before all others: whatever they begin when the page is left finds it frozen.
page?.addEventListener('pagehide', (event) => isPersisted(event) && freezePage(), { capture: true })
page?.addEventListener('pageshow', (event) => isPersisted(event) && returnPage(), { capture: true })
