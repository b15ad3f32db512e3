import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { timeInWords } from '#core/domain/wall-clock.ts'
import { ClientField } from '#records/client-field.tsx'
import { DateField } from '#records/date-field.tsx'
import { useEntityForm } from '#records/use-entity-form.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ClientRow, TourRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { tourableListings } from '#storage/tourable-listings.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ThumbBar } from '#ui/thumb-bar.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { useListingEvents } from '../listing-events.ts'
import { useLocatedListings } from '../planning/use-located-listings.ts'
import { AvailabilityPanel } from './availability-panel.tsx'
import { AvailableListings } from '../planning/available-listings.tsx'
import { IntelligentMode } from './intelligent-mode.tsx'
import page from '../planning/tour-form-page.module.css'
import styles from './new-tour.module.css'
import {
  emptyTour,
  likeTour,
  newTourFormSchema,
  type NewTourInput,
  newTourLabels,
  type NewTourValues,
} from './new-tour-values.ts'
import { PlanOutcome, Reasons } from '../planning/plan-outcome.tsx'
import { PlanSketch } from '../planning/plan-sketch.tsx'
import { betterOrderInWords } from '../planning/plan-words.ts'
import { RoutePanel } from './route-panel.tsx'
import { type LatestPlans, saveNewTour } from './save-new-tour.ts'
import { SelectedListings } from '../planning/selected-listings.tsx'
import { TourDay } from '../planning/tour-day.tsx'
import { useHomeOrder } from '../planning/use-home-order.ts'
import { useVisitLengths } from '../planning/use-visit-lengths.ts'
import { useTourPlans } from '../planning/use-tour-plans.ts'
import { chosenListings, useTourWish } from './use-tour-wish.ts'

type NewTourProps = {
  /** What the date field opens with. */
  date: string
  /** Whom it is for, where that is known. */
  person: ClientRow | null
  /** The tour that it begins as a copy of. */
  copied: TourRow | null
  onCreated: (key: string) => void
}

/** The page that makes a tour: what the client wants to see, when, and what the planner makes of it. */
export function NewTour({ date, person, copied, onCreated }: NewTourProps) {
  const device = useDevice()
  const { database } = device
  const latest = useRef<LatestPlans>({ wish: null, plans: null })
  const created = useRef<string>('')
  const form = useEntityForm<'tour', NewTourValues, NewTourInput>({
    entity: 'tour',
    record: null,
    // Each client's has a draft of its own, so that a tour is never planned for somebody else.
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
        return { message, details: storageProblem(error) ?? undefined }
      }
      notify({ type: 'success', title: 'Tour Created', message: `The tour for ${parsed.client_email} has been added.` })
    },
    onSaved: () => onCreated(created.current),
  })
  const values = useWatch({ control: form.form.control }) as NewTourValues
  const all = useLiveQuery(() => tourableListings(database), [database])
  const { order, changeOrder, addHome, said } = useHomeOrder(form)
  const { lengths, setLength } = useVisitLengths(form)
  const chosen = useLocatedListings(
    useMemo(() => chosenListings(all, order), [all, order]),
    all,
  )
  const { events, hasFailed } = useListingEvents(values.tour_date, order)
  const { wish, problem, laterStart, isOver } = useTourWish(values, chosen, events)
  const {
    plans,
    isPlanning,
    hasFailed: hasPlanningFailed,
  } = useTourPlans(wish, {
    hasHomes: chosen.length > 0,
    problem,
    hasPreviews: values.is_intelligent,
  })
  useEffect(() => {
    latest.current = { wish, plans }
  })

  const { setValue } = form.form
  const isSubmitted = form.submitCount > 0
  const chooseDate = useCallback(
    (next: string) => setValue('tour_date', next, { shouldDirty: true, shouldValidate: isSubmitted }),
    [setValue, isSubmitted],
  )

  // The day is drawn when there is time for it: a tap on Add must not wait for two hundred rows.
  const shownInDay = useDeferredValue(chosen)
  // The panels of Intelligent Mode keep their place all the same.
  const isOutdated = problem !== null
  const proposed = problem === null ? (plans?.proposed ?? null) : null
  const plan = proposed?.plan ?? null
  const better = values.is_intelligent || plan === null ? null : betterOrderInWords(plan)
  const fitsNothing = plan !== null && plan.stops.length === 0
  const isWhole = chosen.length > 0 && values.client_email.trim() !== '' && !fitsNothing

  return (
    <RecordForm form={form} label="Create Tour">
      <div className={page.page}>
        <div className={page.main}>
          <Card element="div" className={styles.fields}>
            <div className={styles.triple}>
              <DateField form={form} name="tour_date" />
              <TextField
                {...form.field('start_time')}
                type="time"
                hint={laterStart === null ? undefined : `Planned from ${timeInWords(laterStart)}`}
              />
              <TextField {...form.field('end_time')} type="time" />
            </div>
            <ClientField form={form} hint="Who is it for?" />
          </Card>
          <fieldset className={page.lists} name="selected_listings" tabIndex={-1} aria-label="Listings">
            <SelectedListings
              listings={chosen}
              hint={values.is_intelligent ? orderHint : undefined}
              isOrderOpen={values.is_intelligent}
              error={form.field('selected_listings').error}
              onChange={changeOrder}
            />
            <AvailableListings date={values.tour_date} listings={all} order={order} onAdd={addHome} />
          </fieldset>
          {values.is_intelligent && plans?.previews && (
            <div className={page.lists} aria-busy={isPlanning} data-outdated={isOutdated || undefined}>
              <AvailabilityPanel availability={plans.previews.slots} isOutdated={isOutdated} />
              <RoutePanel
                listings={chosen}
                plan={plans.proposed.plan}
                given={plans.previews.given}
                isOutdated={isOutdated}
              />
            </div>
          )}
        </div>
        <div className={page.side}>
          <IntelligentMode form={form} />
          <div className={page.summary}>
            <ThumbBar>
              <PlanOutcome
                plan={plan}
                chosen={chosen.length}
                problem={problem}
                isOver={isOver}
                isPlanning={isPlanning}
              />
              <Button
                type="submit"
                variant="primary"
                aria-disabled={!isWhole}
                busy={form.state === 'saving'}
                busyLabel="Creating Tour..."
              >
                Create Tour
              </Button>
            </ThumbBar>
            {hasPlanningFailed && (
              <Banner tone="danger" role="alert">
                Failed to load intelligent previews.
              </Banner>
            )}
            <Reasons plan={plan} listings={chosen} hours={values} isOver={isOver} onDate={chooseDate} />
            {better !== null && <Banner>{better}</Banner>}
            {proposed !== null && <PlanSketch plan={proposed} listings={chosen} values={values} />}
          </div>
        </div>
        <div className={page.day}>
          <TourDay
            date={values.tour_date}
            start_time={values.start_time}
            end_time={values.end_time}
            listings={shownInDay}
            listingEvents={events}
            hasFailed={hasFailed}
            plan={plan}
            lengths={lengths}
            onLength={setLength}
            onDate={chooseDate}
          />
        </div>
      </div>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
    </RecordForm>
  )
}

const orderHint = 'Intelligent Mode proposes the order. Turn it off to set your own.'
