export type HistoryEntry = {
  depth: number
  /** The router's index of the page; the entries of its dialogs share it. */
  page: unknown
}

/** Reads the state of a history entry; see `use-close-on-back.ts`. */
export function readHistoryEntry(state: unknown): HistoryEntry {
  const { openDialogs, __TSR_index: page } = { ...(state as { openDialogs?: number; __TSR_index?: number } | null) }
  return { depth: openDialogs ?? 0, page }
}

type Arrive = (event: PopStateEvent) => void

let arrive: Arrive | null = null

/**
 * Call before creating the router: listeners run in the order in which they were added, and the router must not see the
 * entries of dialogs. A reload closes dialogs but not their entries, so this goes back to the page's own entry.
 */
export function watchHistory(): void {
  const { depth } = readHistoryEntry(window.history.state)
  if (depth > 0) {
    arrive = (event) => {
      arrive = null
      event.stopImmediatePropagation()
    }
    window.history.go(-depth)
  }
  window.addEventListener('popstate', hear)
}

/** Calls `then` on every Back and Forward, instead of the previous listener. */
export function onPopState(then: Arrive): void {
  // A no-op if `watchHistory` has added it.
  window.addEventListener('popstate', hear)
  arrive = then
}

function hear(event: PopStateEvent): void {
  arrive?.(event)
}
