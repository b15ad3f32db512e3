import { useEffect, useRef, useState } from 'react'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device-context.tsx'
import { draftPort } from '#storage/draft-port.ts'

type UnsavedNote = {
  /** What its draft is named by. */
  name: string
  saved: string
  typed: string
  /** Too long to be saved. */
  isTooLong: boolean
  onFound: (note: string) => void
  /** Saves a note that is short enough; resolves to whether it is kept. */
  keep: () => Promise<boolean>
}

/** Keeps a note that is too long to be saved: as a draft, which is shown when the page is opened again, and as a form that a reload waits for. */
export function useUnsavedNote({ name, saved, typed, isTooLong, onFound, keep }: UnsavedNote): void {
  const { owner } = useDevice()
  const [drafts] = useState(() => draftPort<{ note: string }>(owner, name))
  const latest = useRef({ saved, typed, onFound, keep })
  useEffect(() => {
    latest.current = { saved, typed, onFound, keep }
  })

  useEffect(() => {
    let isOpen = true
    void drafts.inTurn(async () => {
      const found = await drafts.load()
      const { saved, typed, onFound } = latest.current
      // What was typed meanwhile is newer.
      if (found !== null && isOpen && typed === saved) onFound(found.values.note)
    })
    return () => {
      isOpen = false
    }
  }, [drafts])

  useEffect(() => {
    if (!isTooLong) return undefined
    const draft = { opId: '', opened: { note: latest.current.saved }, values: { note: typed }, savedAt: Date.now() }
    void drafts.inTurn(() => drafts.save(draft))
    const saveAtExit = () => drafts.saveAtExit(draft)
    window.addEventListener('pagehide', saveAtExit)
    return () => window.removeEventListener('pagehide', saveAtExit)
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
