export type HistoryEntry = {
  /** How many dialogs are open here. */
  depth: number
  /** The router's number of the page; the entries of its dialogs have the same. */
  page: unknown
}

/** What the state of an entry of the browser's history says of the dialogs that were open there; see `use-close-on-back.ts`. */
export function entryOf(state: unknown): HistoryEntry {
  const { openDialogs, __TSR_index: page } = { ...(state as { openDialogs?: number; __TSR_index?: number } | null) }
  return { depth: openDialogs ?? 0, page }
}

type Arrive = (event: PopStateEvent) => void

let arrive: Arrive | null = null

/**
 * Call it before the router is created: a window calls its listeners in the order in which they were added, and the router
 * must not see the entries of dialogs. A reload closes dialogs but keeps their entries, so the page goes back to its own.
 */
export function watchHistory(): void {
  const { depth } = entryOf(window.history.state)
  if (depth > 0) {
    arrive = (event) => {
      arrive = null
      event.stopImmediatePropagation()
    }
    window.history.go(-depth)
  }
  window.addEventListener('popstate', hear)
}

/** From now on `then` is called on every Back and Forward. */
export function onArrival(then: Arrive): void {
  // Does nothing when `watchHistory` has added it.
  window.addEventListener('popstate', hear)
  arrive = then
}

function hear(event: PopStateEvent): void {
  arrive?.(event)
}
