import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { shortestLunchMinutes } from '#core/contract/tour-preferences.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { Moment } from '#core/domain/has-passed.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { tourTitle } from '#core/domain/tour-words.ts'
import { ClientField } from '#records/client-field.tsx'
import { DateField } from '#records/date-field.tsx'
import { GoneNotice } from '#records/gone-notice.tsx'
import { recordAddress } from '#records/record-address.ts'
import { useEntityForm } from '#records/use-entity-form.ts'
import { useRefusal } from '#records/use-stuck-change.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { TourRow } from '#storage/rows.ts'
import { type TourableListing, tourableListings } from '#storage/tourable-listings.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { useMinute } from '#storage/use-minute.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SwitchField } from '#ui/switch-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ThumbBar } from '#ui/thumb-bar.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { useListingEvents, withClosedHours } from '../listing-events.ts'
import { AvailableListings } from '../planning/available-listings.tsx'
import page from '../planning/tour-form-page.module.css'
import { PlanOutcome, Reasons } from '../planning/plan-outcome.tsx'
import { PlanSketch } from '../planning/plan-sketch.tsx'
import { SelectedListings } from '../planning/selected-listings.tsx'
import { TourDay } from '../planning/tour-day.tsx'
import type { TourPlans } from '../planning/use-tour-plans.ts'
import { useLocatedListings } from '../planning/use-located-listings.ts'
import { tourFormLabels, type TourFormValues, tourToForm } from '../planning/tour-form-values.ts'
import { useHomeOrder } from '../planning/use-home-order.ts'
import { useVisitLengths } from '../planning/use-visit-lengths.ts'
import { planningOf } from './edited-plan.ts'
import { saveEditedTour } from './save-edited-tour.ts'
import { useEditedPlan } from './use-edited-plan.ts'
import { editTourSchema, type EditTourInput, isTooFew, longestLunch, tooFewProperties } from './edit-tour-values.ts'
import styles from './edit-tour.module.css'

type EditTourProps = {
  tour: TourRow
  /** Where the form opens: `date` for *Reschedule*. */
  at: 'all' | 'date'
  onDone: () => void
}

/** The form of a tour; what the server refused of it is marked (fault H2). */
export function EditTour(props: EditTourProps) {
  const refusal = useRefusal('tour', props.tour.key)
  return refusal === undefined ? null : <EditTourForm {...props} refusal={refusal} />
}

type Latest = { listings: TourableListing[]; plans: TourPlans | null; now: Moment }

/** Keeps what it was opened with, whatever arrives meanwhile. */
function EditTourForm({ tour, at, onDone, refusal }: EditTourProps & { refusal: Refusal | null }) {
  const device = useDevice()
  const { database } = device
  const [opened] = useState(() => tourToForm(tour))
  const [schema] = useState(() => editTourSchema(opened))
  const now = useMinute()
  const latest = useRef<Latest>({ listings: [], plans: null, now })
  const form = useEntityForm<'tour', TourFormValues, EditTourInput>({
    entity: 'tour',
    record: tour,
    schema,
    opened,
    labels: tourFormLabels,
    refusal,
    save: ({ opId, parsed }) => saveEditedTour(device, { opId, tour, parsed, ...latest.current }),
    afterSave: () =>
      notify({ type: 'success', title: 'Tour Updated', message: `${tourTitle(tour.id)} has been updated.` }),
    onSaved: onDone,
  })
  const values = useWatch({ control: form.form.control }) as TourFormValues
  const { selected_listings: text, tour_date: date, include_lunch_break: hasLunch } = values
  const all = useLiveQuery(() => tourableListings(database), [database])
  const { order, changeOrder, addHome, said } = useHomeOrder(form)
  const shown = useMemo(() => chosen(all, order, tour), [all, order, tour])
  const located = useLocatedListings(
    useMemo(() => shown.filter(({ isGone }) => !isGone), [shown]),
    all,
  )
  const { events, hasFailed } = useListingEvents(date, order)
  const toured = useMemo(() => withClosedHours(located, events), [located, events])
  const plan = useEditedPlan(tour, opened, values, toured, now)
  const { lengths, setLength } = useVisitLengths(form)

  useEffect(() => {
    latest.current = { listings: toured, plans: plan.plans, now }
  })
  useEffect(() => {
    if (at === 'date') form.form.setFocus('tour_date')
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form opens
  }, [])

  const { setValue } = form.form
  const chooseDate = useCallback((next: string) => setValue('tour_date', next, { shouldDirty: true }), [setValue])

  function cancel(): void {
    form.discardDraft()
    onDone()
  }

  const visit = { type: 'number', inputMode: 'numeric', min: 15, max: 120 } as const
  const { error: _, ...lunch } = form.field('include_lunch_break')
  const isOrderOpen = planningOf(tour, order) === 'best'
  const needsMore = isTooFew(text, opened)
  return (
    <>
      <PageHead
        back={
          <BackLink to="/tours/$tourId" params={{ tourId: recordAddress(tour) }}>
            Tour details
          </BackLink>
        }
        title={`Edit ${tourTitle(tour.id)}`}
      />
      <GoneNotice entity="tour" recordKey={tour.key} />
      <RecordForm form={form} label="Edit Tour">
        <div className={page.page}>
          <div className={page.main}>
            <Card element="div" className={styles.fields}>
              <ClientField form={form} className={styles.wide} />
              <DateField form={form} name="tour_date" className={styles.wide} />
              <TextField {...form.field('start_time')} type="time" required />
              <TextField {...form.field('end_time')} type="time" required />
              <TextField {...form.field('min_duration_per_property')} {...visit} hint="15 to 120 minutes" />
              <TextField {...form.field('max_duration_per_property')} {...visit} hint="15 to 120 minutes" />
              <SwitchField {...lunch} />
              <TextField
                {...form.field('lunch_duration')}
                type="number"
                inputMode="numeric"
                min={shortestLunchMinutes}
                max={longestLunch(opened)}
                hint={`${shortestLunchMinutes} to ${longestLunch(opened)} minutes`}
                disabled={!hasLunch}
              />
            </Card>
            <fieldset className={page.lists} name="selected_listings" tabIndex={-1} aria-label="Listings">
              <SelectedListings
                listings={shown}
                hint={isOrderOpen ? bestOrder : givenOrder}
                isOrderOpen={isOrderOpen}
                error={form.field('selected_listings').error}
                onChange={changeOrder}
              />
              <AvailableListings date={date} listings={all} order={order} onAdd={addHome} />
            </fieldset>
            {needsMore && <p className={styles.tooFew}>{tooFewProperties}</p>}
          </div>
          <div className={page.side}>
            <div className={page.summary}>
              <ThumbBar>
                <PlanOutcome
                  plan={plan.shown}
                  chosen={located.length}
                  problem={plan.problem}
                  isOver={plan.isOver}
                  isPlanning={plan.isPlanning}
                />
                <Button variant="quiet" onClick={cancel}>
                  Cancel
                </Button>
                <Button
                  type="submit"
                  variant="primary"
                  aria-disabled={needsMore}
                  busy={form.state === 'saving'}
                  busyLabel="Updating Tour..."
                >
                  Update Tour
                </Button>
              </ThumbBar>
              {plan.hasFailed && (
                <Banner tone="danger" role="alert">
                  Failed to load intelligent previews.
                </Banner>
              )}
              <Reasons plan={plan.shown} listings={shown} hours={values} isOver={plan.isOver} onDate={chooseDate} />
              {plan.sketch !== null && (
                <PlanSketch plan={plan.sketch} listings={located} values={values} tour={tour.key} />
              )}
            </div>
          </div>
          <div className={page.day}>
            <TourDay
              date={date}
              start_time={values.start_time}
              end_time={values.end_time}
              listings={located}
              listingEvents={events}
              hasFailed={hasFailed}
              plan={plan.shown}
              lengths={lengths}
              onLength={setLength}
              onDate={chooseDate}
              tour={tour.key}
            />
          </div>
        </div>
        <VisuallyHidden>
          <output>{said}</output>
        </VisuallyHidden>
      </RecordForm>
    </>
  )
}

const bestOrder = 'The planner sets the order. Move a home to set your own.'
const givenOrder = 'Visited in this order.'

type Chosen = TourableListing & { isGone: boolean }

/** The chosen listings in the agent's order; one that is not listed any more has the address of its stop. */
function chosen(all: readonly TourableListing[] | undefined, order: readonly ListingId[], tour: TourRow): Chosen[] {
  const known = new Map((all ?? []).flatMap((one) => [[one.id, one] as const, [one.key, one] as const]))
  return order.map((id) => {
    const listing = known.get(id)
    if (listing !== undefined) return { ...listing, id, isGone: false }
    const stop = tour.stops.find(({ listing_id }) => listing_id === id)
    return {
      id,
      key: String(id),
      address: stop?.listing_address ?? '',
      city: stop === undefined ? 'no longer listed' : `${stop.listing_city ?? ''} · no longer listed`,
      state: '',
      zipCode: '',
      latitude: stop?.latitude ?? null,
      longitude: stop?.longitude ?? null,
      isOwn: true,
      isGone: true,
    }
  })
}
