export type HistoryEntry = {
  /** The number of open dialogs. Each has a history entry of its own, so that Back closes it. */
  depth: number
  /** The router's index of the page; the entries of its dialogs share it. */
  page: unknown
}

export function readHistoryEntry(state: unknown): HistoryEntry {
  const { openDialogs, __TSR_index: page } = { ...(state as { openDialogs?: number; __TSR_index?: number } | null) }
  return { depth: openDialogs ?? 0, page }
}

type PopStateHandler = (event: PopStateEvent) => void

let handler: PopStateHandler | null = null

/**
 * Call before creating the router: listeners run in the order in which they were added, and the router must not see the
 * entries of dialogs. A reload closes dialogs but not their entries, so this goes back to the page's own entry.
 */
export function watchHistory(): void {
  const { depth } = readHistoryEntry(window.history.state)
  if (depth > 0) {
    handler = (event) => {
      handler = null
      event.stopImmediatePropagation()
    }
    window.history.go(-depth)
  }
  window.addEventListener('popstate', dispatch)
}

/** Calls `then` on every Back and Forward. Replaces the `then` of an earlier call. */
export function onPopState(then: PopStateHandler): void {
  // If `watchHistory` has already added the same listener, this has no effect.
  window.addEventListener('popstate', dispatch)
  handler = then
}

function dispatch(event: PopStateEvent): void {
  handler?.(event)
}
