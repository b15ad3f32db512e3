import { useDeferredValue } from 'react'
import { timeInWords } from '#core/domain/time/wall-clock.ts'
import { ClientField } from '#records/people/client-field.tsx'
import { DateField } from '#records/visits/date-field.tsx'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { FormDay } from '../planning/form-day.tsx'
import { PlanSummary } from '../planning/plan-summary.tsx'
import page from '../planning/tour-form-page.module.css'
import { TourHomes } from '../planning/tour-homes.tsx'
import { AvailabilityPanel } from './availability-panel.tsx'
import { IntelligentMode } from './intelligent-mode.tsx'
import styles from './new-tour.module.css'
import { OfficeRoutePanel, RoutePanel } from './route-panel.tsx'
import { useNewTour } from './use-new-tour.ts'
import { useOfficePreviews } from './use-office-previews.ts'

/** The page that makes a tour: what the client wants to see, when, and what the planner makes of it. */
export function NewTour(options: Parameters<typeof useNewTour>[0]) {
  const { form, values, all, homes, chosen, located, listingEvents, plan, chooseDate } = useNewTour(options)
  // The day is drawn when there is time for it: a tap on Add must not wait for two hundred rows.
  const shownInDay = useDeferredValue(located)
  const { shown } = plan
  const fitsNothing = shown !== null && shown.stops.length === 0
  const missing = missingInWords(values.client_email, located.length)
  return (
    <RecordForm form={form} label="Create Tour">
      <div className={page.page}>
        <div className={page.main}>
          <Fields form={form} laterStart={plan.laterStart} />
          <TourHomes
            homes={homes}
            chosen={chosen}
            located={located}
            all={all}
            date={values.tour_date}
            isOrderOpen={values.is_intelligent}
            plan={shown}
            hint={values.is_intelligent ? orderHint : undefined}
            error={form.field('selected_listings').error}
          />
          {values.is_intelligent && <Previews plan={plan} listings={located} date={values.tour_date} />}
        </div>
        <div className={page.side}>
          <IntelligentMode form={form} />
          <PlanSummary
            plan={plan}
            listings={located}
            named={chosen}
            values={values}
            onDate={chooseDate}
            onPutLast={homes.putLast}
            better={plan.better}
            missing={missing}
          >
            <CreateButton isDisabled={missing !== null || fitsNothing} isBusy={form.state === 'saving'} />
          </PlanSummary>
        </div>
        <FormDay
          form={form}
          values={values}
          listings={shownInDay}
          listingEvents={listingEvents}
          plan={shown}
          onDate={chooseDate}
        />
      </div>
      <VisuallyHidden>
        <output>{homes.said}</output>
      </VisuallyHidden>
    </RecordForm>
  )
}

function CreateButton({ isDisabled, isBusy }: { isDisabled: boolean; isBusy: boolean }) {
  return (
    <Button type="submit" variant="primary" aria-disabled={isDisabled} busy={isBusy} busyLabel="Creating Tour...">
      Create Tour
    </Button>
  )
}

function missingInWords(email: string, homes: number): string | null {
  const needs = [email.trim() === '' && 'a client', homes === 0 && 'at least one home'].filter(Boolean)
  return needs.length === 0 ? null : `Choose ${needs.join(' and ')}.`
}

type NewTourForm = ReturnType<typeof useNewTour>

const orderHint = 'Intelligent Mode proposes the order. Turn it off to keep your own.'

type FieldsProps = {
  form: NewTourForm['form']
  laterStart: string | null
}

function Fields({ form, laterStart }: FieldsProps) {
  return (
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
  )
}

type PreviewsProps = {
  plan: NewTourForm['plan']
  listings: readonly TourableListing[]
  date: string
}

/** What Intelligent Mode shows beside its order; while something in the form is wrong, its panels keep their place. */
function Previews({ plan: { wish, plans, problem, isPlanning }, listings, date }: PreviewsProps) {
  const office = useOfficePreviews(date, wish)
  if (plans === null || plans.previews === null) return null
  const isOutdated = problem !== null
  const { previews, proposed } = plans
  return (
    <>
      {office.hasFailed && (
        <Banner tone="danger" role="alert">
          Failed to load intelligent previews.
        </Banner>
      )}
      <div className={page.lists} aria-busy={isPlanning} data-outdated={isOutdated || undefined}>
        <AvailabilityPanel availability={office.slots ?? previews.slots} isOutdated={isOutdated} />
        {office.route === null ? (
          <RoutePanel listings={listings} plan={proposed.plan} given={previews.given} isOutdated={isOutdated} />
        ) : (
          <OfficeRoutePanel listings={listings} route={office.route} isOutdated={isOutdated} />
        )}
      </div>
    </>
  )
}
