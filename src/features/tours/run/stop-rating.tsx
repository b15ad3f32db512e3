import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { tourNoteSchema } from '#core/contract/tour.ts'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { draftPort } from '#storage/drafts/draft-port.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DoorAddress } from '#ui/layout/door-address.tsx'
import { TextArea } from '#ui/fields/field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './tour-run.module.css'
import { useRunSteps } from './run-steps.tsx'
import { isPageFrozen, onPageFreeze, onPageReturn } from '#storage/database/page-freeze.ts'
import { randomIds } from '#storage/device/system-clock.ts'
import { countDirtyForm } from '#state/update.ts'

const ratings = [1, 2, 3, 4, 5]

/** One home's rating and note for the buyer; each is saved at once. */
export function StopRating({ tour, stop }: { tour: TourRow; stop: RunStop<ShownStop> }) {
  const { rate } = useRunSteps(tour)
  /** Null until something is typed here: another device may say more of the home. */
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
    // The draft of what was typed since stays.
    if (isKept && latestTyped.current.trim() === note) void drafts.inTurn(drafts.delete)
    return isKept
  }

  // Until it is short enough, the note that is saved stays.
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
    <Card element="article" title={<DoorAddress address={address} />}>
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

/** One to five; pressing the current one clears it. */
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

/** A pause in typing after which the note is saved: most notes make one step of the tour, and a killed app loses a word at most. */
const pauseMs = 1_000

type KeptNote = {
  keep: () => Promise<boolean>
  /** The id of the step that saves this note; a draft with it is recognized as saved. */
  stepIdOf: (note: string) => string
  /** Saves a note of a draft under the draft's id. */
  resume: (note: string, stepId: string) => void
}

/**
 * Saves what is typed when the hand rests, the page is hidden or left, or the field goes away; `typed` is null while it cannot
 * be saved. `save` is called only with news, and resolves to whether it is kept.
 */
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
    // What another device has saved is no news, nor what this one has.
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
    // Typed again after something else was saved.
    if (step.current.isKept) step.current = { note: null, id: '', isKept: false }
    const id = stepIdOf(note)
    const isKept = await latest.current.save(note, id)
    if (isKept && step.current.id === id) step.current.isKept = true
    // The next occasion tries again.
    if (!isKept && told.current === note) told.current = before
    return isKept
  }
  const keepLatest = useRef(keep)

  useEffect(() => {
    if (typed === null || typed.trim() === told.current) return undefined
    const keepSoon = () => setTimeout(() => void keepLatest.current(), pauseMs)
    let timer = keepSoon()
    // When the page returns, another one may have taken the note over: this page then starts again before it saves.
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

/** Keeps the note when the page is hidden or left, or the field goes away. */
function useWhenLeft(keep: { readonly current: () => Promise<boolean> }): void {
  useEffect(() => {
    // What would begin on a frozen page would run when it returns; the draft at exit has the note.
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
function useUnsavedNote({ drafts, saved, typed, isTooLong, onFound, keep, stepIdOf }: UnsavedNote): void {
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
