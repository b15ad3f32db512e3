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
import styles from './stop-rating.module.css'
import { useKeptNote, type NoteDrafts, useUnsavedNote } from './stop-note.ts'
import { useRunSteps } from './use-run-steps.ts'

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
    <fieldset className={styles.ratings} aria-label={`Rating of ${address}, 1 to 5`}>
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
