import { useEffect, useEffectEvent } from 'react'
import { readHistoryEntry, type HistoryEntry, onPopState } from './history-entry.ts'

/** Makes Back close the dialog while it is `open`, unless it is `busy`. */
export function useCloseOnBack(open: boolean, busy: boolean, onClose: () => void): void {
  const back = useEffectEvent((enterAgain: () => void) => (busy ? enterAgain() : onClose()))
  useEffect(() => {
    if (!open) return
    let leave = enter()
    // Back used up the dialog's history entry, so a dialog that stays open needs another.
    function enter(): () => void {
      return closeOnBack(() => back(() => (leave = enter())))
    }
    return () => leave()
  }, [open])
}

/**
 * Each open dialog has its own history entry, so that Back closes it on every device; `CloseWatcher` handles only
 * Android's gesture and Escape. The router does not see these entries: they carry the page's own state, their popstate
 * events stop here, and they are removed before the router writes a new page.
 */

/** `page` is the router's index of the page that the dialog was opened on. */
type OpenDialog = { page: unknown; close: () => void }

let open: OpenDialog[] = []
/** The current entry: its `page`, and its `depth`, the number of open dialogs. */
let here: HistoryEntry | null = null
/** The dialogs that were open when a running `history.go` began; null if no `history.go` runs. */
let openAtDeparture: OpenDialog[] | null = null
/** The router's new entries and replacements that wait until `history.go` ends or the entries of all dialogs are removed. */
let waitingWrites: (() => void)[] = []
/** State that the router wrote to a dialog's entry, such as a search; it belongs to the page's entry. */
let rewritten: { state: unknown; url: string | URL | null | undefined } | null = null

/** Calls `close` on Back. Returns a function to call when the dialog closes for any reason. */
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
  onPopState(arrive)

  history.pushState = (...args) => {
    if (currentEntry().depth === 0 && openAtDeparture === null) {
      routersPush(...args)
      here = readHistoryEntry(history.state)
      return
    }
    waitingWrites.push(() => push(args[0], args[2]))
    settle()
  }

  history.replaceState = (state: unknown, unused, url) => {
    const { depth } = currentEntry()
    if (openAtDeparture !== null) waitingWrites.push(() => replace(state, url))
    else if (depth === 0) routersReplace(state, unused, url)
    else {
      rewritten = { state, url }
      replace(withDepth(state, depth), url)
    }
  }
  return readHistoryEntry(history.state)
}

function arrive(event: PopStateEvent): void {
  const from = currentEntry()
  here = readHistoryEntry(window.history.state)
  const { depth, page } = here
  // A dialog that was opened while `history.go` ran has no entry yet, so Back did not leave it.
  const dialogsWithEntry = openAtDeparture ?? open
  openAtDeparture = null
  if (from.page !== page) rewritten = null
  else if (from.depth > 0 || depth > 0) event.stopImmediatePropagation()
  if (rewritten !== null) replace(withDepth(rewritten.state, depth), rewritten.url)
  if (depth === 0) rewritten = null

  const closing = dialogsWithEntry.filter((dialog) => open.includes(dialog) && dialog.page === page).slice(depth)
  open = open.filter((dialog) => !closing.includes(dialog))
  for (const { close } of closing.toReversed()) close()
  settle()
}

/** Deferred, because replacing one dialog with another must not change the history. */
function settleSoon(): void {
  queueMicrotask(settle)
}

/** Makes the number of history entries match the open dialogs. While router writes wait, it first removes the entries of all dialogs. */
function settle(): void {
  if (openAtDeparture !== null) return
  const { depth, page } = currentEntry()
  const wanted = waitingWrites.length > 0 ? 0 : open.filter((dialog) => dialog.page === page).length
  if (depth > wanted) {
    openAtDeparture = [...open]
    window.history.go(wanted - depth)
    return
  }
  for (let next = depth + 1; next <= wanted; next++) push(withDepth(window.history.state, next))
  for (const write of waitingWrites.splice(0)) write()
}

function currentEntry(): HistoryEntry {
  return (here ??= readHistoryEntry(window.history.state))
}

/** Bypasses the router, which patches `pushState` and `replaceState`. */
function push(state: unknown, url?: string | URL | null): void {
  History.prototype.pushState.call(window.history, state, '', url)
  here = readHistoryEntry(window.history.state)
}

function replace(state: unknown, url?: string | URL | null): void {
  History.prototype.replaceState.call(window.history, state, '', url)
  here = readHistoryEntry(window.history.state)
}

function withDepth(state: unknown, openDialogs: number): object {
  return { ...(state as object | null), openDialogs }
}
