import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { nameOrAddress } from '#records/people/name-or-address.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow, TourRow } from '#storage/database/rows.ts'
import { storageProblem } from '#storage/database/storage-problem.ts'
import { tourableListings } from '#storage/listings/tourable-listings.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { useListingEvents } from '#features/tours/tour-listing-events.ts'
import { areReady, homesOfTour } from '../planning/homes-of-tour.ts'
import { useHomeOrder } from '../planning/use-home-order.ts'
import { useLocatedListings } from '../planning/use-located-listings.ts'
import { useShownStops } from '../tour-stops.ts'
import {
  emptyTour,
  likeTour,
  newTourFormSchema,
  type NewTourInput,
  newTourLabels,
  type NewTourValues,
} from './new-tour-values.ts'
import { type LatestPlans, saveNewTour } from './save-new-tour.ts'
import { useNewPlan } from './use-new-plan.ts'

type NewTourOptions = {
  /** What the date field opens with. */
  date: string
  /** Whom it is for, where that is known. */
  person: ClientRow | null
  /** The tour that it begins as a copy of. */
  copied: TourRow | null
  onCreated: (key: string) => void
}

/** The form of a new tour with everything that the page draws of it. */
export function useNewTour(options: NewTourOptions) {
  const { database } = useDevice()
  const now = useMinute()
  const { copied } = options
  const [copiedStops] = useState(copied?.stops ?? [])
  const latest = useRef<LatestPlans>({ wish: null, plans: null, isReady: false, copiedStops, events: [], now })
  const form = useNewTourForm(options, latest)
  const values = useWatch({ control: form.form.control }) as NewTourValues
  const all = useLiveQuery(() => tourableListings(database), [database])
  const homes = useHomeOrder(form)
  const stops = useShownStops(copiedStops)
  const chosen = useMemo(
    () => (all === undefined ? [] : homesOfTour(all, homes.order, stops)),
    [all, homes.order, stops],
  )
  const located = useLocatedListings(useMemo(() => chosen.filter(({ isGone }) => !isGone), [chosen]))
  const listingEvents = useListingEvents(values.tour_date, homes.order)
  const plan = useNewPlan(values, located, listingEvents.events)
  useEffect(() => {
    latest.current = { ...plan, isReady: areReady(chosen, located), copiedStops, events: listingEvents.events, now }
  })

  const { setValue } = form.form
  const isSubmitted = form.submitCount > 0
  const chooseDate = useCallback(
    (next: string) => setValue('tour_date', next, { shouldDirty: true, shouldValidate: isSubmitted }),
    [setValue, isSubmitted],
  )
  return { form, values, all, homes, chosen, located, listingEvents, plan, chooseDate }
}

/** What it saves is the plan that is shown meanwhile. */
function useNewTourForm({ date, person, copied, onCreated }: NewTourOptions, latest: RefObject<LatestPlans>) {
  const device = useDevice()
  const people = usePeople()
  const created = useRef<string>('')
  return useEntityForm<'tour', NewTourValues, NewTourInput>({
    entity: 'tour',
    record: null,
    // Each client's tour has a draft of its own, so that it is never saved for another client.
    below: copied?.key ?? (person === null ? undefined : `client-${person.key}`),
    schema: newTourFormSchema,
    opened: copied === null ? emptyTour(date, person) : likeTour(copied, date),
    labels: newTourLabels,
    save: async ({ opId, parsed }) => {
      try {
        const saved = await saveNewTour(device, opId, parsed, latest.current)
        if ('refused' in saved) return { fieldErrors: { selected_listings: saved.refused } }
        created.current = saved.key
      } catch (error) {
        const message = parsed.is_intelligent ? 'Failed to create intelligent tour.' : 'Failed to create tour.'
        return { message, details: storageProblem(error) }
      }
      // Another address than that of the client who was picked means another person.
      const tour = await device.database.tours.get(created.current)
      const name = nameOrAddress(tour && people?.of(tour), parsed)
      const message = `The tour for ${name} has been added.`
      notify({ type: 'success', title: 'Tour Created', message, saved: `tour ${created.current}` })
    },
    onSaved: () => onCreated(created.current),
  })
}
