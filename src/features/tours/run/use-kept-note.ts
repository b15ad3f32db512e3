import { useEffect, useRef } from 'react'

/** A pause in typing after which the note is saved: most notes make one step of the tour, and a killed app loses a word at most. */
const pauseMs = 1_000

/**
 * Saves what is typed when the hand rests, the page is hidden or left, or the field goes away; `typed` is null while it cannot
 * be saved. `save` is called only with news, and resolves to whether it is kept.
 */
export function useKeptNote(
  typed: string | null,
  saved: string,
  save: (note: string) => Promise<boolean>,
): { keep: () => Promise<boolean> } {
  const told = useRef(saved)
  const lastSaved = useRef(saved)
  const latest = useRef({ note: typed?.trim() ?? null, save })
  useEffect(() => {
    const note = typed?.trim() ?? null
    latest.current = { note, save }
    // What another device has saved is no news, nor what this one has.
    if (saved !== lastSaved.current && note === saved) told.current = saved
    lastSaved.current = saved
  })

  async function keep(): Promise<boolean> {
    const { note } = latest.current
    const before = told.current
    if (note === null || note === before) return true
    told.current = note
    const isKept = await latest.current.save(note)
    // The next occasion tries again.
    if (!isKept && told.current === note) told.current = before
    return isKept
  }
  const keepLatest = useRef(keep)

  useEffect(() => {
    if (typed === null || typed.trim() === told.current) return undefined
    const timer = setTimeout(() => void keepLatest.current(), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    const keepNow = () => void keepLatest.current()
    const whenHidden = () => document.visibilityState === 'hidden' && keepNow()
    document.addEventListener('visibilitychange', whenHidden)
    window.addEventListener('pagehide', keepNow)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])

  return { keep }
}
