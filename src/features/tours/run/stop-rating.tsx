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
  /** Null until the agent types: the note may still change on another device. */
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
    const isKept = await rate(stop.name, { note }, stepId)
    // If the agent has typed since, the draft stays.
    if (isKept && latestTyped.current.trim() === note) void drafts.enqueue(drafts.delete)
    return isKept
  }

  // While the note is too long, the saved one stays.
  const { keep, stepIdOf, resume } = useKeptNote(issues === undefined ? output : null, stop.note, save)
  useUnsavedNote({
    drafts,
    saved: stop.note,
    typed,
    isTooLong: issues !== undefined,
    onFound: (note, stepId) => {
      resume(note, stepId)
      setEntered(note)
    },
    keep,
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
        onBlur={() => void keep()}
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

/** A pause after which the note is saved: few steps per note, and a killed app loses a word at most. */
const pauseMs = 1_000

type KeptNote = {
  keep: () => Promise<boolean>
  /** The id of the step that saves this note; a draft with this id is recognized as saved. */
  stepIdOf: (note: string) => string
  resume: (note: string, stepId: string) => void
}

/** `typed` is null while it cannot be saved; `save` is called only for a changed note, and resolves to its success. */
function useKeptNote(
  typed: string | null,
  saved: string,
  save: (note: string, stepId: string) => Promise<boolean>,
): KeptNote {
  const told = useRef(saved)
  const lastSaved = useRef(saved)
  const latest = useRef({ note: typed?.trim() ?? null, save })
  const step = useRef<{ note: string | null; id: string; isKept: boolean }>({ note: null, id: '', isKept: false })
  useEffect(() => {
    const note = typed?.trim() ?? null
    latest.current = { note, save }
    // The first note after another device's change, or this device's own, is not new.
    if (saved !== lastSaved.current && note === saved) told.current = saved
    lastSaved.current = saved
  })

  function stepIdOf(note: string): string {
    if (step.current.note !== note) step.current = { note, id: randomIds.uuid(), isKept: false }
    return step.current.id
  }

  async function keep(): Promise<boolean> {
    const { note } = latest.current
    const before = told.current
    if (note === null || note === before) return true
    told.current = note
    // Typed again after another note was saved, so this is a new step.
    if (step.current.isKept) step.current = { note: null, id: '', isKept: false }
    const id = stepIdOf(note)
    const isKept = await latest.current.save(note, id)
    if (isKept && step.current.id === id) step.current.isKept = true
    // Retried on the next occasion.
    if (!isKept && told.current === note) told.current = before
    return isKept
  }
  const keepLatest = useRef(keep)

  useEffect(() => {
    if (typed === null || typed.trim() === told.current) return undefined
    const keepSoon = () => setTimeout(() => void keepLatest.current(), pauseMs)
    let timer = keepSoon()
    // After a freeze another page may have taken the note over, so wait again: this page then restarts before it saves.
    const stopListening = [onPageFreeze(() => clearTimeout(timer)), onPageReturn(() => (timer = keepSoon()))]
    return () => {
      clearTimeout(timer)
      for (const stop of stopListening) stop()
    }
  }, [typed])

  useWhenLeft(keepLatest)

  return {
    keep,
    stepIdOf,
    resume: (note, id) => {
      step.current = { note: note.trim(), id, isKept: false }
    },
  }
}

function useWhenLeft(keep: { readonly current: () => Promise<boolean> }): void {
  useEffect(() => {
    // Work started on a frozen page would run when it returns; the exit draft has the note.
    const keepNow = () => void (isPageFrozen() || keep.current())
    const whenHidden = () => document.visibilityState === 'hidden' && keepNow()
    document.addEventListener('visibilitychange', whenHidden)
    window.addEventListener('pagehide', keepNow)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [keep])
}

type NoteDrafts = ReturnType<typeof draftPort<{ note: string }>>

type UnsavedNote = {
  drafts: NoteDrafts
  saved: string
  typed: string
  isTooLong: boolean
  onFound: (note: string, stepId: string) => void
  keep: () => Promise<boolean>
  stepIdOf: (note: string) => string
}

/** Stores and restores a draft: on exit (fault A1), when there may be no time to save, and while it is too long. */
function useUnsavedNote({ drafts, saved, typed, isTooLong, onFound, keep, stepIdOf }: UnsavedNote): void {
  const latest = useRef({ saved, typed, onFound, keep, stepIdOf })
  useEffect(() => {
    latest.current = { saved, typed, onFound, keep, stepIdOf }
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
    // Save before the draft is deleted, without waiting for a pause.
    const kept = latest.current.keep()
    void kept.finally(countDirtyForm())
    void drafts.enqueue(async () => {
      if (await kept) await drafts.delete()
    })
    return undefined
  }, [drafts, isTooLong])
}

function draftOf({ saved, typed, stepIdOf }: Pick<UnsavedNote, 'saved' | 'typed' | 'stepIdOf'>) {
  return { opId: stepIdOf(typed.trim()), opened: { note: saved }, values: { note: typed }, savedAt: Date.now() }
}
