import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Moment } from '#core/domain/time/has-passed.ts'
import { tourTitle } from '#core/domain/tours/tour-words.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { type TourableListing, tourableListings } from '#storage/listings/tourable-listings.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { type ListingEvent, useListingEvents, withClosedHours } from '#features/tours/tour-listing-events.ts'
import { areReady, homesOfTour } from '../planning/homes-of-tour.ts'
import { tourFormLabels, type TourFormValues, tourToForm } from '../planning/tour-form-values.ts'
import { useHomeOrder } from '../planning/use-home-order.ts'
import { useLocatedListings } from '../planning/use-located-listings.ts'
import type { TourPlans } from '../planning/use-tour-plans.ts'
import { useShownStops } from '../tour-stops.ts'
import { editTourSchema, type EditTourInput } from './edit-tour-values.ts'
import { saveEditedTour } from './save-edited-tour.ts'
import { useEditedPlan } from './use-edited-plan.ts'

/** What the plan that is shown was made of. */
type Latest = {
  /** Null until they are read and placed. */
  listings: TourableListing[] | null
  events: readonly ListingEvent[]
  plans: TourPlans | null
  now: Moment
}

export type EditTourOptions = {
  tour: TourRow
  /** Where the form opens: `date` for *Reschedule*. */
  at: 'all' | 'date'
  refusal: Refusal | null
  onDone: () => void
}

/** The form of a tour with everything that the page draws of it. It keeps what it was opened with, whatever arrives meanwhile. */
export function useEditTour({ tour, at, refusal, onDone }: EditTourOptions) {
  const { database } = useDevice()
  const [opened] = useState(() => tourToForm(tour))
  const now = useMinute()
  const latest = useRef<Latest>({ listings: null, events: [], plans: null, now })
  const form = useEditTourForm({ tour, refusal, onDone }, opened, latest)
  const values = useWatch({ control: form.form.control }) as TourFormValues
  const all = useLiveQuery(() => tourableListings(database), [database])
  const homes = useHomeOrder(form)
  const stops = useShownStops(tour.stops)
  const chosen = useMemo(() => homesOfTour(all, homes.order, stops), [all, homes.order, stops])
  const located = useLocatedListings(
    useMemo(() => (all === undefined ? [] : chosen.filter(({ isGone }) => !isGone)), [all, chosen]),
  )
  const listingEvents = useListingEvents(values.tour_date, homes.order)
  const toured = useMemo(() => withClosedHours(located, listingEvents.events), [located, listingEvents.events])
  const plan = useEditedPlan(tour, opened, values, toured, now)
  useEffect(() => {
    const isReady = all !== undefined && areReady(chosen, located)
    latest.current = { listings: isReady ? toured : null, events: listingEvents.events, plans: plan.plans, now }
  })
  useEffect(() => {
    if (at === 'date') form.form.setFocus('tour_date')
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form opens
  }, [])

  const { setValue } = form.form
  const chooseDate = useCallback((next: string) => setValue('tour_date', next, { shouldDirty: true }), [setValue])
  return { opened, form, values, all, homes, chosen, located, listingEvents, plan, chooseDate }
}

/** What it saves is the plan that is shown meanwhile. */
function useEditTourForm(
  { tour, refusal, onDone }: Omit<EditTourOptions, 'at'>,
  opened: TourFormValues,
  latest: RefObject<Latest>,
) {
  const device = useDevice()
  const [schema] = useState(() => editTourSchema(opened))
  return useEntityForm<'tour', TourFormValues, EditTourInput>({
    entity: 'tour',
    record: tour,
    schema,
    opened,
    labels: tourFormLabels,
    refusal,
    save: ({ opId, parsed }) => saveEditedTour(device, { opId, tour, parsed, ...latest.current }),
    afterSave: () =>
      notify({
        type: 'success',
        title: 'Tour Updated',
        message: `${tourTitle(tour.id)} has been updated.`,
        saved: `tour ${tour.key}`,
      }),
    onSaved: onDone,
  })
}
