import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import type { FormValues } from '#ui/form/form-draft.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import type { useListingEvents } from '#features/tours/tour-listing-events.ts'
import type { ShownPlan } from './plan-words.ts'
import { TourDay } from './tour-day.tsx'
import page from './tour-form-page.module.css'
import type { TourFormValues } from './tour-form-values.ts'
import { useVisitLengths } from './use-visit-lengths.ts'

type FormDayProps<Values extends FormValues, Parsed> = {
  form: RecordForm<Values, Parsed>
  values: TourFormValues
  listings: readonly TourableListing[]
  listingEvents: ReturnType<typeof useListingEvents>
  plan: ShownPlan | null
  onDate: (date: string) => void
  /** The tour itself, where it is being changed. */
  tour?: string | undefined
}

/** The day of a tour's form, in which single homes are given more or less time. */
export function FormDay<Values extends FormValues & TourFormValues, Parsed>({
  form,
  values: { tour_date, start_time, end_time },
  listings,
  listingEvents: { events, hasFailed },
  plan,
  onDate,
  tour,
}: FormDayProps<Values, Parsed>) {
  const { lengths, setLength } = useVisitLengths(form)
  return (
    <div className={page.day}>
      <TourDay
        date={tour_date}
        start_time={start_time}
        end_time={end_time}
        listings={listings}
        listingEvents={events}
        hasFailed={hasFailed}
        plan={plan}
        lengths={lengths}
        onLength={setLength}
        onDate={onDate}
        tour={tour}
      />
    </div>
  )
}
