import { useId, useRef, useState } from 'react'

/** What makes a button open and close a form. */
export type Opener = { 'aria-expanded': boolean; 'aria-controls': string | undefined; onClick: () => void }

/**
 * The form inside a card that the card's own buttons, or those of its rows, open; `Which` says which form it is where there
 * are several, `true` where there is one. The form takes its focus away with it, so that goes back to what opened it.
 */
export function useInlineForm<Which = true>() {
  const [open, setOpen] = useState<Which | null>(null)
  const openedBy = useRef<Element | null>(null)
  const id = useId()

  function show(which: Which): void {
    openedBy.current = document.activeElement
    setOpen(which)
  }

  return {
    open,
    show,
    opener: (which: Which): Opener => ({
      'aria-expanded': open === which,
      'aria-controls': open === which ? id : undefined,
      onClick: () => (open === which ? setOpen(null) : show(which)),
    }),
    form: {
      id,
      onClose: () => {
        setOpen(null)
        if (openedBy.current instanceof HTMLElement) openedBy.current.focus()
      },
    },
  }
}
