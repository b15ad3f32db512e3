import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { recordAddress } from '#records/record-address.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { PlanSummary } from '../planning/plan-summary.tsx'
import { TourDay } from '../planning/tour-day.tsx'
import page from '../planning/tour-form-page.module.css'
import { TourHomes } from '../planning/tour-homes.tsx'
import { PreviewPanels } from './preview-panels.tsx'
import { EditedTourFields, NewTourFields, IntelligentMode } from './tour-form-fields.tsx'
import { tourFormModes } from './tour-form-schema.ts'
import styles from './tour-form.module.css'
import { type TourFormOptions, useTourForm } from './use-tour-form.ts'

/** The page that makes or changes a tour: what the client wants to see, when, and what the planner makes of it. */
export function TourForm(props: TourFormOptions) {
  const state = useTourForm(props)
  const { tour, form, values, located, listingEvents, plan, homes, lengths, setLength, chooseDate } = state
  // The day is drawn when there is time for it: a tap on Add must not wait for two hundred rows.
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
        <output>{homes.said}</output>
      </VisuallyHidden>
    </RecordForm>
  )
}

type PartProps = ReturnType<typeof useTourForm> & Pick<TourFormOptions, 'mode'>

/** When the tour is, for whom, and with which homes. */
function Choices({ mode, opened, form, values, plan, chosen, located, all, homes, isOrderOpen, needsMore }: PartProps) {
  const { hints, tooFewHomes } = tourFormModes[mode]
  return (
    <div className={page.main}>
      {mode === 'new' ? (
        <NewTourFields form={form} laterStart={plan.laterStart} />
      ) : (
        <EditedTourFields form={form} values={values} opened={opened} />
      )}
      <TourHomes
        homes={homes}
        chosen={chosen}
        located={located}
        all={all}
        date={values.tour_date}
        isOrderOpen={isOrderOpen}
        plan={plan.shown}
        hint={isOrderOpen ? hints.plannedOrder : hints.givenOrder}
        error={form.field('selected_listings').error}
      />
      {values.is_intelligent && <PreviewPanels plan={plan} listings={located} date={values.tour_date} />}
      {mode === 'edit' && needsMore && <p className={styles.tooFew}>{tooFewHomes}</p>}
    </div>
  )
}

/** What the planner makes of it, beside the buttons. */
function Plan({ mode, onDone, ...state }: PartProps & Pick<TourFormOptions, 'onDone'>) {
  const { tour, opened, form, values, plan, chosen, located, homes, needsMore, chooseDate } = state
  const missing = mode === 'new' ? missingLabel(values.client_email, located.length) : null
  const fitsNothing = mode === 'new' && plan.shown?.stops.length === 0
  const isBlocked = mode === 'new' ? missing !== null || fitsNothing : needsMore
  const { submit, submitting } = tourFormModes[mode]
  return (
    <div className={page.side}>
      {mode === 'new' && <IntelligentMode form={form} values={values} opened={opened} />}
      {tour?.status === 'in_progress' && plan.problem === null && plan.plans !== null && <PlansAllAgain tour={tour} />}
      <PlanSummary
        plan={plan}
        listings={located}
        named={chosen}
        values={values}
        onDate={chooseDate}
        onPutLast={homes.putLast}
        tour={tour?.key}
        better={plan.better}
        missing={missing}
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

/** Planning again ignores the steps that the agent has logged on the tour. */
function PlansAllAgain({ tour }: { tour: TourRow }) {
  return (
    <Banner tone="warning">
      Saving plans the whole tour again, including homes already seen or skipped. To add a home, leave early or run
      late,{' '}
      <Link to="/tours/$tourId/run" params={{ tourId: recordAddress(tour) }}>
        continue the tour
      </Link>
      .
    </Banner>
  )
}
