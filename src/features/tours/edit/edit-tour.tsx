import { Link } from '@tanstack/react-router'
import { shortestLunchMinutes } from '#core/contract/tour-preferences.ts'
import { tourTitle } from '#core/domain/tours/tour-words.ts'
import { ClientField } from '#records/people/client-field.tsx'
import { DateField } from '#records/visits/date-field.tsx'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { recordAddress } from '#records/record-address.ts'
import { useRefusal } from '#records/saving/use-stuck-change.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { SwitchField } from '#ui/fields/switch-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { FormDay } from '../planning/form-day.tsx'
import { PlanSummary } from '../planning/plan-summary.tsx'
import page from '../planning/tour-form-page.module.css'
import { TourHomes } from '../planning/tour-homes.tsx'
import { type EditTourOptions, useEditTour } from './use-edit-tour.ts'
import { isReordered, isTooFew, longestLunch, tooFewProperties } from './edit-tour-values.ts'
import styles from './edit-tour.module.css'

/** The form of a tour; what the server refused of it is marked (fault H2). */
export function EditTour(props: Omit<EditTourOptions, 'refusal'>) {
  const refusal = useRefusal('tour', props.tour.key)
  return refusal === undefined ? null : <EditTourForm {...props} refusal={refusal} />
}

function EditTourForm(props: EditTourOptions) {
  const { opened, form, values, all, homes, chosen, located, listingEvents, plan, chooseDate } = useEditTour(props)
  const { tour, onDone } = props

  const isOrderOpen = tour.planning !== 'given' && !isReordered(homes.order, opened)
  const needsMore = isTooFew(values.selected_listings, opened)
  return (
    <>
      <Head tour={tour} />
      <RecordNotice entity="tour" recordKey={tour.key} />
      <RecordForm form={form} label="Edit Tour">
        <div className={page.page}>
          <div className={page.main}>
            <Fields form={form} hasLunch={values.include_lunch_break} longest={longestLunch(opened)} />
            <TourHomes
              homes={homes}
              chosen={chosen}
              located={located}
              all={all}
              date={values.tour_date}
              isOrderOpen={isOrderOpen}
              plan={plan.shown}
              hint={isOrderOpen ? bestOrder : givenOrder}
              error={form.field('selected_listings').error}
            />
            {needsMore && <p className={styles.tooFew}>{tooFewProperties}</p>}
          </div>
          <div className={page.side}>
            {tour.status === 'in_progress' && plan.plans !== null && <PlansAllAgain tour={tour} />}
            <PlanSummary
              plan={plan}
              listings={located}
              named={chosen}
              values={values}
              onDate={chooseDate}
              onPutLast={homes.putLast}
              tour={tour.key}
            >
              <Buttons form={form} isTooFew={needsMore} onDone={onDone} />
            </PlanSummary>
          </div>
          <FormDay
            form={form}
            values={values}
            listings={located}
            listingEvents={listingEvents}
            plan={plan.shown}
            onDate={chooseDate}
            tour={tour.key}
          />
        </div>
        <VisuallyHidden>
          <output>{homes.said}</output>
        </VisuallyHidden>
      </RecordForm>
    </>
  )
}

const bestOrder = 'The planner sets the order. Move a home to set your own.'
const givenOrder = 'Visited in this order.'

function Head({ tour }: { tour: TourRow }) {
  return (
    <PageHead
      back={
        <BackLink to="/tours/$tourId" params={{ tourId: recordAddress(tour) }}>
          Back to the tour
        </BackLink>
      }
      title={`Edit ${tourTitle(tour.id)}`}
    />
  )
}

/** A plan knows nothing of what has happened on the way. */
function PlansAllAgain({ tour }: { tour: TourRow }) {
  return (
    <Banner tone="warning">
      This plans the whole tour again, homes that were seen or skipped included. To add a home, go early or run late,{' '}
      <Link to="/tours/$tourId/run" params={{ tourId: recordAddress(tour) }}>
        continue the tour
      </Link>
      .
    </Banner>
  )
}

type EditedForm = ReturnType<typeof useEditTour>['form']

type ButtonsProps = {
  form: EditedForm
  isTooFew: boolean
  onDone: () => void
}

function Buttons({ form, isTooFew, onDone }: ButtonsProps) {
  function cancel(): void {
    form.discardDraft()
    onDone()
  }

  return (
    <>
      <Button variant="quiet" onClick={cancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant="primary"
        aria-disabled={isTooFew}
        busy={form.state === 'saving'}
        busyLabel="Updating Tour..."
      >
        Update Tour
      </Button>
    </>
  )
}

type FieldsProps = {
  form: EditedForm
  hasLunch: boolean
  /** Minutes that a lunch may last. */
  longest: number
}

function Fields({ form, hasLunch, longest }: FieldsProps) {
  const visit = { type: 'number', inputMode: 'numeric', min: 15, max: 120 } as const
  const { error: _, ...lunch } = form.field('include_lunch_break')
  return (
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
        max={longest}
        hint={`${shortestLunchMinutes} to ${longest} minutes`}
        disabled={!hasLunch}
      />
    </Card>
  )
}
