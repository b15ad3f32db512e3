import { useEffect, useRef } from 'react'
import { countDirtyForm } from '#state/update.ts'
import type { draftPort } from '#storage/drafts/draft-port.ts'

export type NoteDrafts = ReturnType<typeof draftPort<{ note: string }>>

type UnsavedNote = {
  drafts: NoteDrafts
  saved: string
  typed: string
  /** Too long to be saved. */
  isTooLong: boolean
  onFound: (note: string, stepId: string) => void
  /** Saves a note that is short enough; resolves to whether it is kept. */
  keep: () => Promise<boolean>
  stepIdOf: (note: string) => string
}

/**
 * Keeps a draft of a note that is not saved: at once when the page is hidden or left (fault A1), because the page may not live
 * long enough to save it, and as long as it is too long, when a reload waits for it, too. The draft is shown when the note is
 * shown again.
 */
export function useUnsavedNote({ drafts, saved, typed, isTooLong, onFound, keep, stepIdOf }: UnsavedNote): void {
  const latest = useRef({ saved, typed, onFound, keep, stepIdOf })
  useEffect(() => {
    latest.current = { saved, typed, onFound, keep, stepIdOf }
  })

  useEffect(() => {
    let isOpen = true
    void drafts.inTurn(async () => {
      const found = await drafts.load()
      if (found === null || !isOpen) return
      const { saved, typed, onFound } = latest.current
      if (found.values.note.trim() === saved) await drafts.delete()
      // What was typed meanwhile is newer.
      else if (typed === saved) onFound(found.values.note, found.opId)
    })
    return () => {
      isOpen = false
    }
  }, [drafts])

  useEffect(() => {
    const saveAtExit = () => {
      const { saved, typed } = latest.current
      if (typed !== saved && typed.trim() !== saved) drafts.saveAtExit(draftOf(latest.current))
    }
    const whenHidden = () => document.visibilityState === 'hidden' && saveAtExit()
    document.addEventListener('visibilitychange', whenHidden)
    window.addEventListener('pagehide', saveAtExit)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      window.removeEventListener('pagehide', saveAtExit)
    }
  }, [drafts])

  useEffect(() => {
    if (!isTooLong) return
    const draft = draftOf({ ...latest.current, typed })
    void drafts.inTurn(() => drafts.save(draft))
  }, [drafts, isTooLong, typed])

  const wasTooLong = useRef(false)
  useEffect(() => {
    if (isTooLong) {
      wasTooLong.current = true
      return countDirtyForm()
    }
    if (!wasTooLong.current) return undefined
    wasTooLong.current = false
    // Before its draft goes, and without waiting for a pause in typing.
    const kept = latest.current.keep()
    void kept.finally(countDirtyForm())
    void drafts.inTurn(async () => {
      if (await kept) await drafts.delete()
    })
    return undefined
  }, [drafts, isTooLong])
}

function draftOf({ saved, typed, stepIdOf }: Pick<UnsavedNote, 'saved' | 'typed' | 'stepIdOf'>) {
  return { opId: stepIdOf(typed.trim()), opened: { note: saved }, values: { note: typed }, savedAt: Date.now() }
}
