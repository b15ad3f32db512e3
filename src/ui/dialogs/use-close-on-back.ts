import { useEffect, useEffectEvent } from 'react'
import { entryOf, type HistoryEntry, onArrival } from './history-entry.ts'

/** Back closes an open dialog; one that is busy stays. */
export function useCloseOnBack(open: boolean, busy: boolean, onClose: () => void): void {
  const back = useEffectEvent((enterAgain: () => void) => (busy ? enterAgain() : onClose()))
  useEffect(() => {
    if (!open) return
    let leave = enter()
    // Back has taken the dialog's entry in the history, so one that stays open makes another.
    function enter(): () => void {
      return closeOnBack(() => back(() => (leave = enter())))
    }
    return () => leave()
  }, [open])
}

/**
 * Each open dialog has its own entry in the browser's history, so Back (a phone's gesture or a desktop's button) closes the
 * dialog and stays on the page. `CloseWatcher` would need less code, but it handles only Android's gesture and Escape: an
 * iPhone's swipe and a desktop's Back would still leave the page.
 *
 * The router does not see these entries: they carry the page's own state, and their popstate events stop here. When the
 * router writes a new page, they are removed first, so they are never passed through on the way back.
 */

type OpenDialog = { page: unknown; close: () => void }

let open: OpenDialog[] = []
let here: HistoryEntry | null = null
/**
 * Going back is asynchronous: the dialogs that were open when it began; null when nothing is on the way. What the router
 * writes in the meantime waits in `writes`.
 */
let openAtDeparture: OpenDialog[] | null = null
let writes: (() => void)[] = []
/** What the router wrote over a dialog's entry, such as a search; it belongs to the page's entry. */
let rewritten: { state: unknown; url: string | URL | null | undefined } | null = null

/** From now on Back calls `close`. Returns a function to call when the dialog is closed, for whatever reason. */
export function closeOnBack(close: () => void): () => void {
  here ??= beginWatching()
  const dialog: OpenDialog = { page: here.page, close }
  open.push(dialog)
  settleSoon()
  return () => {
    open = open.filter((other) => other !== dialog)
    settleSoon()
  }
}

function beginWatching(): HistoryEntry {
  const { history } = window
  const routersPush = history.pushState.bind(history)
  const routersReplace = history.replaceState.bind(history)
  onArrival(arrive)

  history.pushState = (...args) => {
    if (currentEntry().depth === 0 && openAtDeparture === null) {
      routersPush(...args)
      here = entryOf(history.state)
      return
    }
    writes.push(() => push(args[0], args[2]))
    settle()
  }

  history.replaceState = (state: unknown, unused, url) => {
    const { depth } = currentEntry()
    if (openAtDeparture !== null) writes.push(() => replace(state, url))
    else if (depth === 0) routersReplace(state, unused, url)
    else {
      rewritten = { state, url }
      replace(withDepth(state, depth), url)
    }
  }
  return entryOf(history.state)
}

/** Runs after Back, Forward and our own `history.go`. */
function arrive(event: PopStateEvent): void {
  const from = currentEntry()
  here = entryOf(window.history.state)
  const { depth, page } = here
  // A dialog that was opened on the way has no entry yet, so nobody went back from it.
  const left = openAtDeparture ?? open
  openAtDeparture = null
  if (from.page !== page) rewritten = null
  else if (from.depth > 0 || depth > 0) event.stopImmediatePropagation()
  if (rewritten !== null) replace(withDepth(rewritten.state, depth), rewritten.url)
  if (depth === 0) rewritten = null

  const closing = left.filter((dialog) => open.includes(dialog) && dialog.page === page).slice(depth)
  open = open.filter((dialog) => !closing.includes(dialog))
  for (const { close } of closing.toReversed()) close()
  settle()
}

/** Later, because one dialog may replace another, which changes nothing. */
function settleSoon(): void {
  queueMicrotask(settle)
}

/** Makes as many entries as there are open dialogs; none when a page waits to be written. */
function settle(): void {
  if (openAtDeparture !== null) return
  const { depth, page } = currentEntry()
  const wanted = writes.length > 0 ? 0 : open.filter((dialog) => dialog.page === page).length
  if (depth > wanted) {
    openAtDeparture = [...open]
    window.history.go(wanted - depth)
    return
  }
  for (let next = depth + 1; next <= wanted; next++) push(withDepth(window.history.state, next))
  for (const write of writes.splice(0)) write()
}

function currentEntry(): HistoryEntry {
  return (here ??= entryOf(window.history.state))
}

/** Bypasses the router, which patches both functions. */
function push(state: unknown, url?: string | URL | null): void {
  History.prototype.pushState.call(window.history, state, '', url)
  here = entryOf(window.history.state)
}

function replace(state: unknown, url?: string | URL | null): void {
  History.prototype.replaceState.call(window.history, state, '', url)
  here = entryOf(window.history.state)
}

function withDepth(state: unknown, openDialogs: number): object {
  return { ...(state as object | null), openDialogs }
}
