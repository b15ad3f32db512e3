import { type MouseEvent, useId, useRef, useState } from 'react'
import { focusNextRowWhenGone } from '#ui/hooks/move-focus.ts'
import { useCloseOnBack } from '#ui/dialogs/use-close-on-back.ts'

/** The click that opens a form. It identifies the button, because Safari does not focus a clicked button. */
export type Press = MouseEvent<HTMLElement>

export type OpenerProps = {
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: (press: Press) => void
}

/** A form that opens inside a card. Closing returns the focus to the button that opened it. `Which` identifies one of several forms. */
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
    // The row of a deleted record, with this button, is removed a moment later.
    if (opener) focusNextRowWhenGone(opener)
  }

  // *Back* closes the form; typed text remains as a draft.
  const isBusy = false
  useCloseOnBack(open !== null, isBusy, close)

  return {
    open,
    show,
    opener: (which: Which): OpenerProps => ({
      'aria-expanded': open === which,
      'aria-controls': open === which ? id : undefined,
      onClick: (press) => (open === which ? setOpen(null) : show(which, press)),
    }),
    form: { id, onClose: close },
  }
}
