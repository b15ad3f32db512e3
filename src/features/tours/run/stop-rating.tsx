import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { tourNoteSchema } from '#core/contract/tour.ts'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { draftPort } from '#storage/drafts/draft-port.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { TextArea } from '#ui/fields/field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './tour-run.module.css'
import { useRunSteps } from './run-steps.tsx'
import { isPageFrozen, onPageFreeze, onPageReturn } from '#storage/database/page-freeze.ts'
import { randomIds } from '#storage/device/system-clock.ts'
import { countDirtyForm } from '#state/update.ts'

const ratings = [1, 2, 3, 4, 5]

export function StopRating({ tour, stop }: { tour: TourRow; stop: RunStop<ShownStop> }) {
  const { rate } = useRunSteps(tour)
  /** Null until the agent types, so that the field shows changes from other devices until then. */
  const [entered, setEntered] = useState<string | null>(null)
  const typed = entered ?? stop.note
  const address = stop.stop.listing_address
  const { output, issues } = v.safeParse(tourNoteSchema, typed)
  const { owner, database } = useDevice()
  const [drafts] = useState((): NoteDrafts => draftPort(owner, `tour-note:${tour.key}:${stop.name}`, database))
  const latestTyped = useRef(typed)
  useEffect(() => {
    latestTyped.current = typed
  })

  async function save(note: string, stepId: string): Promise<boolean> {
    const isSaved = await rate(stop.name, { note }, stepId)
    // If the agent has typed more in the meantime, the draft stays.
    if (isSaved && latestTyped.current.trim() === note) void drafts.enqueue(drafts.delete)
    return isSaved
  }

  // A note that is too long is not saved; the stored note stays.
  const { saveNow, stepIdOf, resume } = useAutosavedNote(issues === undefined ? output : null, stop.note, save)
  useUnsavedNote({
    drafts,
    saved: stop.note,
    typed,
    isTooLong: issues !== undefined,
    onFound: (note, stepId) => {
      resume(note, stepId)
      setEntered(note)
    },
    saveNow,
    stepIdOf,
  })
  return (
    <Card element="article" title={<StreetAddress address={address} />}>
      <RatingButtons address={address} rating={stop.rating} onRate={(rating) => void rate(stop.name, { rating })} />
      <TextArea
        label="Note"
        rows={2}
        error={issues?.[0].message}
        value={typed}
        onChange={(event) => setEntered(event.currentTarget.value)}
        onBlur={() => void saveNow()}
      />
      {issues !== undefined && (
        <VisuallyHidden>
          <span role="alert">{issues[0].message}</span>
        </VisuallyHidden>
      )}
    </Card>
  )
}

type RatingButtonsProps = { address: string; rating: number | null; onRate: (rating: number | null) => void }

function RatingButtons({ address, rating, onRate }: RatingButtonsProps) {
  return (
    <fieldset className={styles.stopRatings} aria-label={`Rating of ${address}, 1 to 5`}>
      {ratings.map((one) => (
        <Button
          key={one}
          size="large"
          aria-pressed={rating === one}
          aria-label={`${one} of 5`}
          data-press="once"
          onClick={() => onRate(rating === one ? null : one)}
        >
          {one}
        </Button>
      ))}
    </fieldset>
  )
}

/** The note is saved after this pause in typing. Long, because each save adds a step; short, so that a killed app loses at most a word. */
const pauseMs = 1_000

type AutosavedNote = {
  /** Saves the note if it has changed; resolves to false if that failed. */
  saveNow: () => Promise<boolean>
  /** The id of the step that saves this note; a draft with this id is recognized as saved. */
  stepIdOf: (note: string) => string
  /** Continues with a restored draft, whose note is saved under its step id. */
  resume: (note: string, stepId: string) => void
}

/** `typed` is null while it cannot be saved; `saved` is the stored note. `save` gets changed notes only and resolves to whether it succeeded. */
function useAutosavedNote(
  typed: string | null,
  saved: string,
  save: (note: string, stepId: string) => Promise<boolean>,
): AutosavedNote {
  // The note last passed to `save`, or the one before it if that failed.
  const submitted = useRef(saved)
  const lastSaved = useRef(saved)
  const latest = useRef({ note: typed?.trim() ?? null, save })
  const step = useRef<{ note: string | null; id: string; isSaved: boolean }>({ note: null, id: '', isSaved: false })
  useEffect(() => {
    const note = typed?.trim() ?? null
    latest.current = { note, save }
    // The stored note has changed, here or on another device, and the field shows it: nothing is left to save.
    if (saved !== lastSaved.current && note === saved) submitted.current = saved
    lastSaved.current = saved
  })

  function stepIdOf(note: string): string {
    if (step.current.note !== note) step.current = { note, id: randomIds.uuid(), isSaved: false }
    return step.current.id
  }

  async function saveNow(): Promise<boolean> {
    const { note } = latest.current
    const previous = submitted.current
    if (note === null || note === previous) return true
    submitted.current = note
    // The current step id belongs to a note that is already saved, so this note needs a new one.
    if (step.current.isSaved) step.current = { note: null, id: '', isSaved: false }
    const id = stepIdOf(note)
    const isSaved = await latest.current.save(note, id)
    if (isSaved && step.current.id === id) step.current.isSaved = true
    // A note that could not be saved is saved at the next pause, or when the page is left.
    if (!isSaved && submitted.current === note) submitted.current = previous
    return isSaved
  }
  const latestSave = useRef(saveNow)

  useEffect(() => {
    if (typed === null || typed.trim() === submitted.current) return undefined
    const saveSoon = () => setTimeout(() => void latestSave.current(), pauseMs)
    let timer = saveSoon()
    // During a freeze, another page may take over the draft. The new wait lets this page reload, if it must, before it saves.
    const stopListening = [onPageFreeze(() => clearTimeout(timer)), onPageReturn(() => (timer = saveSoon()))]
    return () => {
      clearTimeout(timer)
      for (const stop of stopListening) stop()
    }
  }, [typed])

  useSaveOnExit(latestSave)

  return {
    saveNow,
    stepIdOf,
    resume: (note, id) => {
      step.current = { note: note.trim(), id, isSaved: false }
    },
  }
}

function useSaveOnExit(save: { readonly current: () => Promise<boolean> }): void {
  useEffect(() => {
    // A save that is started on a frozen page runs only when the page returns; the exit draft stores the note.
    const saveOnExit = () => void (isPageFrozen() || save.current())
    const whenHidden = () => document.visibilityState === 'hidden' && saveOnExit()
    document.addEventListener('visibilitychange', whenHidden)
    window.addEventListener('pagehide', saveOnExit)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      window.removeEventListener('pagehide', saveOnExit)
      saveOnExit()
    }
  }, [save])
}

type NoteDrafts = ReturnType<typeof draftPort<{ note: string }>>

type UnsavedNote = {
  drafts: NoteDrafts
  saved: string
  typed: string
  isTooLong: boolean
  /** Called with a stored draft that is not saved yet. */
  onFound: (note: string, stepId: string) => void
  saveNow: () => Promise<boolean>
  stepIdOf: (note: string) => string
}

/** Stores a note as a draft when the page closes, because there is no time to save it (fault A1), and while it is too long. Restores the draft. */
function useUnsavedNote({ drafts, saved, typed, isTooLong, onFound, saveNow, stepIdOf }: UnsavedNote): void {
  const latest = useRef({ saved, typed, onFound, saveNow, stepIdOf })
  useEffect(() => {
    latest.current = { saved, typed, onFound, saveNow, stepIdOf }
  })

  useEffect(() => {
    let isOpen = true
    void drafts.enqueue(async () => {
      const found = await drafts.load()
      if (found === null || !isOpen) return
      const { saved, typed, onFound } = latest.current
      if (found.values.note.trim() === saved) await drafts.delete()
      // Newer text in the field wins.
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
    void drafts.enqueue(() => drafts.save(draft))
  }, [drafts, isTooLong, typed])

  const wasTooLong = useRef(false)
  useEffect(() => {
    if (isTooLong) {
      wasTooLong.current = true
      return countDirtyForm()
    }
    if (!wasTooLong.current) return undefined
    wasTooLong.current = false
    // Saves before the draft is deleted, without waiting for a pause. The form counts as dirty until the save ends.
    const saving = latest.current.saveNow()
    void saving.finally(countDirtyForm())
    void drafts.enqueue(async () => {
      if (await saving) await drafts.delete()
    })
    return undefined
  }, [drafts, isTooLong])
}

function draftOf({ saved, typed, stepIdOf }: Pick<UnsavedNote, 'saved' | 'typed' | 'stepIdOf'>) {
  return { opId: stepIdOf(typed.trim()), opened: { note: saved }, values: { note: typed }, savedAt: Date.now() }
}
