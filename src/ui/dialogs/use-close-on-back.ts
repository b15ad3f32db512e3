import { useEffect, useEffectEvent } from 'react'
import { closeOnBack } from './dialog-entries.ts'

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
