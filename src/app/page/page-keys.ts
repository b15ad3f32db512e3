import type { AnyRouter } from '@tanstack/react-router'
import { createKeys, goKeys } from '#features/search/keyboard-shortcuts.ts'
import { openOverlay } from '#state/overlay.ts'
import { usePreferences } from '#state/preferences.ts'
import { linkToListPosition } from '#ui/lists/list-positions.ts'

/** How long G (go to a page) and N (new record) wait for the second key. */
const secondKeyWithinMs = 1500

/** The last key, if it was no shortcut by itself. */
let first: { key: string; at: number } | null = null

export function handleShortcutKey(event: KeyboardEvent, router: AnyRouter): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, timeStamp, target } = event
  if (event.isComposing || document.querySelector('[role=dialog], [role=alertdialog]')) return
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey) {
    event.preventDefault()
    openOverlay('search')
    return
  }
  const isNoShortcut = event.defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)
  if (isNoShortcut || !usePreferences.getState().hasSingleKeyShortcuts) return
  const firstKey = first !== null && timeStamp - first.at < secondKeyWithinMs ? first.key : null
  first = null
  const shortcut = (firstKey === 'g' ? goKeys : firstKey === 'n' ? createKeys : []).find((one) => one.key === key)
  if (shortcut !== undefined) void router.navigate(linkToListPosition(shortcut.to))
  else if (key === '/') openOverlay('search')
  else if (key === '?') openOverlay('keys')
  else {
    first = { key, at: timeStamp }
    return
  }
  event.preventDefault()
}

/** Whether the element uses letters. A select does, to jump to an option; checkboxes, radios and buttons do not. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
}
