import { type MouseEvent, useId, useRef, useState } from 'react'
import { focusNextRowWhenGone } from '#ui/hooks/move-focus.ts'
import { useCloseOnBack } from '#ui/dialogs/use-close-on-back.ts'

/** A press on a button; only it says which one, because Safari does not focus what is clicked. */
export type Press = MouseEvent<HTMLElement>

/** What makes a button open and close a form. */
export type Opener = { 'aria-expanded': boolean; 'aria-controls': string | undefined; onClick: (press: Press) => void }

/**
 * The form inside a card that the card's own buttons, or those of its rows, open; `Which` says which form it is where there
 * are several, `true` where there is one. The form takes its focus away with it, so that goes back to what opened it.
 */
export function useInlineForm<Which = true>() {
  const [open, setOpen] = useState<Which | null>(null)
  const openedBy = useRef<HTMLElement | null>(null)
  const id = useId()

  function show(which: Which, press: Press): void {
    openedBy.current = press.currentTarget
    setOpen(which)
  }

  function close(): void {
    setOpen(null)
    const opener = openedBy.current
    opener?.focus()
    // What the form deleted goes a moment later, with the button in its row.
    if (opener) focusNextRowWhenGone(opener)
  }

  // What was typed stays as a draft.
  useCloseOnBack(open !== null, false, close)

  return {
    open,
    show,
    opener: (which: Which): Opener => ({
      'aria-expanded': open === which,
      'aria-controls': open === which ? id : undefined,
      onClick: (press) => (open === which ? setOpen(null) : show(which, press)),
    }),
    form: { id, onClose: close },
  }
}
