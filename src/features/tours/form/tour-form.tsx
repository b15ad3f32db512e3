import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { recordIdInUrl } from '#records/record-address.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { PlanSummary } from '../planning/plan-summary.tsx'
import { TourDay } from '../planning/tour-day.tsx'
import page from '../planning/tour-form-page.module.css'
import { AvailableListings, SelectedListings } from '../planning/listing-lists.tsx'
import { withLocatedCopies } from '#features/tours/tour-listings.ts'
import { PreviewPanels } from './preview-panels.tsx'
import { tourFormModes, longestLunch, type TourFormInput } from './tour-form-schema.ts'
import styles from './tour-form.module.css'
import { type TourFormOptions, useTourForm } from './use-tour-form.ts'
import {
  longestVisitMinutes,
  shortestLunchMinutes,
  shortestVisitMinutes,
  defaultTourPreferences,
} from '#core/contract/tour-preferences.ts'
import { ClientField } from '#records/people/client-field.tsx'
import { DateField } from '#records/visits/date-field.tsx'
import { SwitchField } from '#ui/fields/checkbox-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import type { RecordForm as FormState } from '#ui/form/use-record-form.ts'
import { Card } from '#ui/layout/card.tsx'
import type { TourFormValues } from '#features/tours/planning/tour-form-values.ts'
import { formatTime } from '#core/format/times.ts'

export function TourForm(props: TourFormOptions) {
  const state = useTourForm(props)
  const { tour, form, values, located, listingEvents, plan, homes, lengths, setLength, chooseDate } = state
  // Deferred, so that a tap on Add does not wait until up to two hundred rows are rendered.
  const shownInDay = useDeferredValue(located)
  return (
    <RecordForm form={form} label={tourFormModes[props.mode].title}>
      <div className={page.page}>
        <Choices mode={props.mode} {...state} />
        <Plan mode={props.mode} {...state} onDone={props.onDone} />
        <div className={page.day}>
          <TourDay
            date={values.tour_date}
            start_time={values.start_time}
            end_time={values.end_time}
            listings={shownInDay}
            listingEvents={listingEvents.events}
            hasFailed={listingEvents.hasFailed}
            plan={plan.shown}
            lengths={lengths}
            onLength={setLength}
            onDate={chooseDate}
            tour={tour?.key}
          />
        </div>
      </div>
      <VisuallyHidden>
        <output>{homes.announcement}</output>
      </VisuallyHidden>
    </RecordForm>
  )
}

/** `isOrderOpen`: the planner sets the order. `located`: the chosen homes still listed, with locations. `all`: listings that a tour can visit. */
type PartProps = ReturnType<typeof useTourForm> & Pick<TourFormOptions, 'mode'>

function Choices({ mode, opened, form, values, plan, chosen, located, all, homes, isOrderOpen, needsMore }: PartProps) {
  const { hints, tooFewHomes } = tourFormModes[mode]
  const stopNumbers = useMemo(
    () => (isOrderOpen ? new Map(plan.shown?.stops.map(({ listing_id, order }) => [listing_id, order])) : null),
    [isOrderOpen, plan.shown],
  )
  const shownHomes = useMemo(() => withLocatedCopies(chosen, located), [chosen, located])
  return (
    <div className={page.main}>
      {mode === 'new' ? (
        <NewTourFields form={form} laterStart={plan.laterStart} />
      ) : (
        <EditedTourFields form={form} values={values} opened={opened} />
      )}
      <fieldset className={page.lists} name="selected_listings" tabIndex={-1} aria-label="Listings">
        <SelectedListings
          listings={shownHomes}
          hint={isOrderOpen ? hints.plannedOrder : hints.givenOrder}
          stopNumbers={stopNumbers}
          error={form.field('selected_listings').error}
          onChange={homes.changeOrder}
        />
        <AvailableListings
          date={values.tour_date}
          listings={all}
          order={homes.order}
          onAdd={homes.addHome}
          onHomeAdded={homes.addNewHome}
        />
      </fieldset>
      {values.is_intelligent && <PreviewPanels plan={plan} listings={located} date={values.tour_date} />}
      {mode === 'edit' && needsMore && <p className={styles.tooFew}>{tooFewHomes}</p>}
    </div>
  )
}

function Plan({ mode, onDone, ...state }: PartProps & Pick<TourFormOptions, 'onDone'>) {
  const { tour, opened, form, values, plan, chosen, located, homes, needsMore, chooseDate } = state
  const missing = mode === 'new' ? missingLabel(values.client_email, located.length) : null
  const fitsNothing = mode === 'new' && plan.shown?.stops.length === 0
  const isBlocked = mode === 'new' ? missing !== null || fitsNothing : needsMore
  const { submit, submitting } = tourFormModes[mode]
  return (
    <div className={page.side}>
      {mode === 'new' && <IntelligentMode form={form} values={values} opened={opened} />}
      {tour?.status === 'in_progress' && plan.problem === null && plan.plans !== null && <ReplanWarning tour={tour} />}
      <PlanSummary
        plan={plan}
        listings={located}
        chosen={chosen}
        values={values}
        onDate={chooseDate}
        onPutLast={homes.putLast}
        tour={tour?.key}
        better={plan.betterOrderText}
        missingText={missing}
      >
        {tour !== null && (
          <Button
            variant="quiet"
            onClick={() => {
              form.discardDraft()
              onDone(tour.key)
            }}
          >
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          aria-disabled={isBlocked}
          busy={form.state === 'saving'}
          busyLabel={submitting}
        >
          {submit}
        </Button>
      </PlanSummary>
    </div>
  )
}

function missingLabel(email: string, homes: number): string | null {
  const needs = [email.trim() === '' && 'a client', homes === 0 && 'at least one home'].filter(Boolean)
  return needs.length === 0 ? null : `Choose ${needs.join(' and ')}.`
}

function ReplanWarning({ tour }: { tour: TourRow }) {
  return (
    <Banner tone="warning">
      Saving plans the whole tour again, including homes already seen or skipped. To add a home, leave early or run
      late,{' '}
      <Link to="/tours/$tourId/run" params={{ tourId: recordIdInUrl(tour) }}>
        continue the tour
      </Link>
      .
    </Banner>
  )
}

type TourFields = {
  form: FormState<TourFormValues, TourFormInput>
  values: TourFormValues
}

function NewTourFields({ form, laterStart }: Pick<TourFields, 'form'> & { laterStart: string | null }) {
  return (
    <Card element="div" className={styles.fields}>
      <div className={styles.triple}>
        <DateField form={form} name="tour_date" />
        <TextField
          {...form.field('start_time')}
          type="time"
          hint={laterStart === null ? undefined : `Planned from ${formatTime(laterStart)}`}
        />
        <TextField {...form.field('end_time')} type="time" />
      </div>
      <ClientField form={form} hint={tourFormModes.new.hints.client} />
    </Card>
  )
}

function EditedTourFields({ form, values, opened }: TourFields & { opened: TourFormValues }) {
  return (
    <Card element="div" className={styles.pairs}>
      <ClientField form={form} className={styles.wide} />
      <DateField form={form} name="tour_date" className={styles.wide} />
      <TextField {...form.field('start_time')} type="time" required />
      <TextField {...form.field('end_time')} type="time" required />
      <VisitMinutes form={form} mode="edit" />
      <LunchSwitch form={form} />
      <LunchMinutes form={form} mode="edit" opened={opened} disabled={!values.include_lunch_break} />
    </Card>
  )
}

type MinutesProps = Pick<TourFields, 'form'> & { mode: keyof typeof tourFormModes }

const typedMinutes = { type: 'number', inputMode: 'numeric' } as const

function VisitMinutes({ form, mode }: MinutesProps) {
  const { shortestVisit, longestVisit } = tourFormModes[mode].hints
  const limits = { ...typedMinutes, min: shortestVisitMinutes, max: longestVisitMinutes }
  return (
    <>
      <TextField {...form.field('min_duration_per_property')} {...limits} hint={shortestVisit} />
      <TextField {...form.field('max_duration_per_property')} {...limits} hint={longestVisit} />
    </>
  )
}

function LunchSwitch({ form }: Pick<TourFields, 'form'>) {
  const { error: _, ...lunch } = form.field('include_lunch_break')
  return <SwitchField {...lunch} />
}

type LunchProps = MinutesProps & { opened: TourFormValues; disabled?: boolean }

function LunchMinutes({ form, mode, opened, disabled = false }: LunchProps) {
  const longest = longestLunch(tourFormModes[mode], opened)
  return (
    <TextField
      {...form.field('lunch_duration')}
      {...typedMinutes}
      min={shortestLunchMinutes}
      max={longest}
      hint={tourFormModes[mode].hints.lunch(longest)}
      disabled={disabled}
    />
  )
}

function IntelligentMode({ form, values, opened }: TourFields & { opened: TourFormValues }) {
  const { error: _, ...intelligent } = form.field('is_intelligent')
  return (
    <Card element="div" className={styles.fields}>
      <SwitchField {...intelligent} hint="Proposes times and order" />
      {values.is_intelligent && (
        <div className={styles.pair}>
          <VisitMinutes form={form} mode="new" />
        </div>
      )}
      {values.is_intelligent && <StretchButton form={form} values={values} />}
      <LunchSwitch form={form} />
      {values.include_lunch_break && <LunchMinutes form={form} mode="new" opened={opened} />}
    </Card>
  )
}

/** Sets the maximum visit length to the minimum, or back: the planner lengthens visits up to the maximum, so the day may end too late. */
function StretchButton({ form, values: { min_duration_per_property, max_duration_per_property } }: TourFields) {
  const { min_duration_per_property: usualMin, max_duration_per_property: usualMax } = defaultTourPreferences
  const least = min_duration_per_property.trim() || String(usualMin)
  const most = max_duration_per_property.trim() || String(usualMax)
  const setMost = (minutes: string) =>
    form.form.setValue('max_duration_per_property', minutes, { shouldDirty: true, shouldValidate: true })
  if (Number(most) > Number(least)) {
    return (
      <Button variant="quiet" onClick={() => setMost(least)}>
        Keep Visits to {least} min
      </Button>
    )
  }
  const longer = Math.max(usualMax, Number(least))
  if (longer <= Number(least)) return null
  return (
    <Button variant="quiet" onClick={() => setMost(String(longer))}>
      Stretch Visits to {longer} min
    </Button>
  )
}
