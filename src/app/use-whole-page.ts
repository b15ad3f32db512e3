import { useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { afterFirstReads } from '#storage/first-reads.ts'

/**
 * A page is read in many parts and seen as a whole, when the first of each is there: what came later would push away what
 * is about to be pressed.
 */
export function useWholePage(isOpen: boolean): void {
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname })
  // oxlint-disable-next-line react/exhaustive-deps -- another path is another page, and an open workspace fills it
  useLayoutEffect(() => {
    const mark = (isReading: boolean) => document.querySelector('main')?.toggleAttribute('data-reading', isReading)
    mark(true)
    const stop = afterFirstReads(() => mark(false))
    return () => {
      stop()
      mark(false)
    }
  }, [isOpen, path])
}
