import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ListingId } from '#core/planner/plan-types.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import type { LocalKey, Refusal } from '#core/sync/operation.ts'
import { clientNameOrEmail } from '#records/people/link-records-to-client.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow, ListingRow, TourRow } from '#storage/database/rows.ts'
import { type TourableListing, tourableListings } from '#storage/listings/tourable-listings.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { lengthsToText, textToLengths, withLength } from '#features/tours/timeline/visit-lengths.ts'
import { listingLabel } from '#features/tours/tour-listings.ts'
import { useListingEvents, withClosedHours } from '#features/tours/tour-listing-events.ts'
import type { HomeUse } from '#records/homes/add-home.tsx'
import { addListing, orderToText, removeListing, textToOrder } from '../planning/chosen-homes.ts'
import { areReady, homesOfTour, useLocatedListings } from '../planning/homes-of-tour.ts'
import { newTourValues, type TourFormValues, tourToForm, tourFormLabels } from '../planning/tour-form-values.ts'
import { useShownStops } from '../tour-stops.ts'
import { saveTour, type ShownTour } from './save-tour.ts'
import {
  isReordered,
  isTooFew,
  type TourFormInput,
  tourFormSchema,
  tourPlanSchema,
  tourFormModes,
} from './tour-form-schema.ts'
import { choiceOf, createPlanRequest, isSamePlan, planOfTour } from './plan-request.ts'
import * as v from 'valibot'
import type { Moment } from '#core/domain/time/wall-clock.ts'
import { areHoursOver, plannedStart } from '#core/domain/tours/tour-hours.ts'
import type { TouredListing, TourPlanRequest } from '#core/planner/tour-planning.ts'
import { dayForPlanning } from '#storage/schedule/visits-of-day.ts'
import { type RecordForm, withFieldLabel } from '#ui/form/use-record-form.ts'
import type { FormPlan } from '#features/tours/planning/plan-summary.tsx'
import { formatBetterOrder } from '#features/tours/planning/plan-labels.ts'
import { useTourPlans, type TourPlans } from '#features/tours/planning/use-tour-plans.ts'

type NewTour = {
  mode: 'new'
  date: string
  /** The client for whom the tour is created, if the agent came from a client. */
  person: ClientRow | null
  /** The tour that the agent copies, if any. */
  copied: TourRow | null
}

type EditedTour = {
  mode: 'edit'
  tour: TourRow
  /** `date` focuses the date field, for *Reschedule*. */
  at: 'all' | 'date'
  refusal: Refusal | null
}

export type TourFormOptions = (NewTour | EditedTour) & {
  /** Called with the key of the saved tour, or of an edited one that is left unchanged. */
  onDone: (key: LocalKey) => void
}

/** Returns the state of the tour form. A tour that changes while its form is open does not change the form's values. */
export function useTourForm(options: TourFormOptions) {
  const { database } = useDevice()
  const mode = tourFormModes[options.mode]
  const tour = options.mode === 'edit' ? options.tour : null
  const isNew = tour === null
  const [opened] = useState(() => (options.mode === 'edit' ? tourToForm(options.tour) : newTourValues(options)))
  const [copiedStops] = useState(() => (options.mode === 'new' ? (options.copied?.stops ?? []) : []))
  const stops = tour?.stops ?? copiedStops
  const now = useMinute()
  const latest = useRef<ShownTour>({ homes: null, stops, events: [], plans: null, now })
  const form = useSavedForm(options, opened, latest)
  const values = useWatch({ control: form.form.control }) as TourFormValues
  const all = useLiveQuery(() => tourableListings(database), [database])
  const homes = useHomeOrder(form)
  const shownStops = useShownStops(stops)
  const chosen = useMemo(
    () => (isNew && all === undefined ? [] : homesOfTour(all, homes.order, shownStops)),
    [isNew, all, homes.order, shownStops],
  )
  const located = useLocatedListings(
    useMemo(() => (all === undefined ? [] : chosen.filter(({ isGone }) => !isGone)), [all, chosen]),
  )
  const listingEvents = useListingEvents(values.tour_date, homes.order)
  const homesToPlan = useMemo(() => withClosedHours(located, listingEvents.events), [located, listingEvents.events])
  const [schema] = useState(() => tourPlanSchema(mode, opened))
  const plan = useFormPlan({ tour, schema, values, homes: homesToPlan, now })
  useEffect(() => {
    const isReady = all !== undefined && areReady(chosen, located)
    latest.current = {
      homes: isReady ? homesToPlan : null,
      stops,
      events: listingEvents.events,
      plans: plan.plans,
      now,
    }
  })
  const order = { selected_listings: homes.order, is_reordered: isReordered(homes.order, opened) }
  const isOrderOpen = choiceOf(tour, { ...order, is_intelligent: values.is_intelligent }).planning !== 'given'
  const needsMore = isTooFew(mode, values.selected_listings, opened)
  // `chosen`: the homes in the form, also those no longer listed. `located`: those still listed, with locations.
  const state = { tour, opened, values, all, chosen, located, listingEvents, plan, isOrderOpen, needsMore }
  return { ...state, form, homes, ...useDateAndLengths(form, values.visit_lengths) }
}

type ChangeOrder = (change: (order: readonly ListingId[]) => ListingId[], announcement: string) => void

/** The order of the chosen homes in the form, and functions that change it; these are stable until the first submit. */
function useHomeOrder<Parsed>({ form, submitCount }: RecordForm<TourFormValues, Parsed>) {
  const { control, getValues, setValue } = form
  const text = useWatch({ control, name: 'selected_listings' })
  const order = useMemo(() => textToOrder(text), [text])
  const [announcement, announce] = useState('')
  const isSubmitted = submitCount > 0
  const changeOrder: ChangeOrder = useCallback(
    (change, words) => {
      const next = change(textToOrder(getValues('selected_listings')))
      setValue('selected_listings', orderToText(next), { shouldDirty: true, shouldValidate: isSubmitted })
      announce(words)
    },
    [getValues, setValue, isSubmitted],
  )
  const addHome = useCallback(
    (listing: TourableListing) =>
      changeOrder((current) => addListing(current, listing.id), `${listingLabel(listing)} was added.`),
    [changeOrder],
  )
  const addNewHome = useCallback(
    ({ id, key, property }: ListingRow): HomeUse => {
      const home = id ?? key
      changeOrder((current) => addListing(current, home), `${property.address} was added.`)
      return { undo: () => changeOrder((current) => removeListing(current, home), `${property.address} was removed.`) }
    },
    [changeOrder],
  )
  const putLast = useCallback(
    (id: ListingId, label: string) => {
      setValue('put_last', orderToText(addListing(textToOrder(getValues('put_last')), id)), { shouldDirty: true })
      announce(`${label} is put last, without a drive.`)
    },
    [getValues, setValue],
  )
  /** `announcement` is the last change, for screen readers. */
  return { order, changeOrder, addHome, addNewHome, putLast, announcement }
}

type OpenedForm = ReturnType<typeof useSavedForm>

function useDateAndLengths({ form, submitCount }: OpenedForm, visit_lengths: string) {
  const { getValues, setValue } = form
  const isSubmitted = submitCount > 0
  const chooseDate = useCallback(
    (next: string) => setValue('tour_date', next, { shouldDirty: true, shouldValidate: isSubmitted }),
    [setValue, isSubmitted],
  )
  const setLength = useCallback(
    (listing: ListingId, minutes: number | null) => {
      const next = withLength(textToLengths(getValues('visit_lengths')), listing, minutes)
      setValue('visit_lengths', lengthsToText(next), { shouldDirty: true })
    },
    [getValues, setValue],
  )
  const lengths = useMemo(() => textToLengths(visit_lengths), [visit_lengths])
  return { chooseDate, lengths, setLength }
}

/** Returns the form. To save it, uses the plan in `latest` if that still fits the form and the day; otherwise plans again. */
function useSavedForm(options: TourFormOptions, opened: TourFormValues, latest: RefObject<ShownTour>) {
  const device = useDevice()
  const people = usePeople()
  const savedKey = useRef<LocalKey>('')
  const mode = tourFormModes[options.mode]
  const tour = options.mode === 'edit' ? options.tour : null
  const [schema] = useState(() => tourFormSchema(mode, opened))
  const form = useEntityForm<'tour', TourFormValues, TourFormInput>({
    entity: 'tour',
    record: tour,
    createdFor: options.mode === 'new' ? draftOf(options) : undefined,
    schema,
    opened,
    labels: mode.labels,
    refusal: options.mode === 'edit' ? options.refusal : null,
    save: async ({ opId, parsed }) => {
      const outcome = await saveTour(device, { opId, tour, parsed, shown: latest.current })
      if (outcome === 'deleted' || !('key' in outcome)) return outcome
      savedKey.current = outcome.key
      // An email that is not the picked client's means another person, so read the client from the saved tour.
      const newTour = tour === null ? await device.database.tours.get(outcome.key) : null
      const message =
        newTour === null
          ? `${tourTitle(tour?.id)} has been updated.`
          : `The tour for ${clientNameOrEmail(newTour && people?.of(newTour), parsed)} has been added.`
      notify({ type: 'success', title: mode.savedTitle, message, saved: `tour ${outcome.key}` })
    },
    onSaved: () => options.onDone(savedKey.current),
  })
  useEffect(() => {
    if (options.mode === 'edit' && options.at === 'date') form.form.setFocus('tour_date')
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form opens
  }, [])
  return form
}

/** Names the draft of a new tour. There is one for each client, so that a draft is never saved for another client. */
function draftOf({ person, copied }: NewTour): string | undefined {
  return copied?.key ?? (person === null ? undefined : `client-${person.key}`)
}

type PlannedForm = {
  tour: TourRow | null
  schema: ReturnType<typeof tourPlanSchema>
  values: TourFormValues
  /** The chosen homes that can be planned, with locations and closed hours. */
  homes: readonly TouredListing[]
  now: Moment
}

type TourFormPlan = FormPlan & {
  /** The planner's request. Null while the day is read, no home is chosen, the form has an error, or the stored plan still fits the form. */
  planRequest: TourPlanRequest | null
  /** The latest plans, also while the form has an error; null while the stored plan still fits the form. */
  plans: TourPlans | null
  betterOrderText: string | null
  /** The earliest possible start, if the preferred one has passed. */
  laterStart: string | null
}

/** Returns the plan for the form: of an edited tour the stored one, until the agent changes something that the plan depends on. */
export function useFormPlan({ tour, schema, values, homes, now }: PlannedForm): TourFormPlan {
  const { database } = useDevice()
  const { tour_date } = values
  const day = useLiveQuery(
    async () => ({ date: tour_date, ...(await dayForPlanning(database, tour_date, tour?.key)) }),
    [database, tour_date, tour?.key],
  )
  const { parsed, issue } = useMemo(() => {
    const { success, output, issues } = v.safeParse(schema, values)
    return success ? { parsed: output, issue: null } : { parsed: null, issue: issues[0] }
  }, [schema, values])
  const storedPlanFits = tour !== null && parsed !== null && isSamePlan(tour, parsed)
  const needsPlan = !storedPlanFits && homes.length > 0
  const planRequest = useMemo(() => {
    if (parsed === null || !needsPlan || day?.date !== parsed.tour_date) return null
    return createPlanRequest(tour, parsed, homes, { day, now })
  }, [tour, parsed, needsPlan, day, homes, now])
  const problem = issue === null || (tour === null && homes.length === 0) ? null : formatProblem(issue)
  const hasPreviews = values.is_intelligent === true
  const { plans, ...progress } = useTourPlans(planRequest, {
    hasHomes: needsPlan,
    problem,
    earlierStops: tour?.stops,
    hasPreviews,
  })
  const proposed = problem === null ? (plans?.proposed ?? null) : null
  const showsStored = problem === null && (storedPlanFits || needsPlan)
  const stored = useMemo(() => (tour === null || !showsStored ? null : storedPlan(tour)), [tour, showsStored])
  const start = parsed === null || parsed.selected_listings.length === 0 ? null : plannedStart(parsed, now)
  return {
    planRequest,
    plans,
    shown: proposed === null ? (stored?.shown ?? null) : proposed.plan,
    sketch: proposed ?? stored?.sketch ?? null,
    betterOrderText: values.is_intelligent === false && proposed !== null ? formatBetterOrder(proposed.plan) : null,
    problem,
    laterStart: start === parsed?.start_time ? null : start,
    hasPassed:
      parsed !== null && (tour === null || (needsPlan && tour.status === 'scheduled')) && areHoursOver(parsed, now),
    ...progress,
  }
}

function formatProblem({ path, message }: v.BaseIssue<unknown>): string {
  const labels: Record<string, string> = tourFormLabels
  return withFieldLabel(labels[String(path?.[0]?.key)] ?? '', message)
}

function storedPlan(tour: TourRow): Pick<FormPlan, 'shown' | 'sketch'> {
  const shown = planOfTour(tour)
  const { stops, lunch } = tour
  return { shown, sketch: { plan: { dropped: shown?.dropped ?? [] }, wire: { stops, lunch } } }
}
