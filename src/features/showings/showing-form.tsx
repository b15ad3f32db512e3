import type { ClientRow, ListingRow, ShowingRow } from '#storage/database/rows.ts'
import { showingFormSchema } from '#core/contract/showing.ts'
import { defaultTimes } from '#core/domain/time/default-times.ts'
import { dateOfInstant, minutesOfInstant, withoutSeconds } from '#core/domain/time/wall-clock.ts'
import { ClientField } from '#records/people/client-field.tsx'
import { clientFormValue } from '#records/saving/commands.ts'
import { VisitForm, ChooseListing } from '#records/visits/visit-form.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import { useDay, type Day } from '#storage/schedule/use-day.ts'
import { wideFieldClass } from '#ui/form/inline-form.tsx'

type NewShowingProps = {
  id: string
  client?: ClientRow
  date?: string | undefined
  onClose: () => void
}

export function NewShowing({ id, client, date, onClose }: NewShowingProps) {
  return (
    <ChooseListing id={id} offersHomesToShow>
      {(listing) => (
        <ShowingForm
          id={`${id}-form`}
          listing={listing}
          showing={null}
          person={client}
          date={date}
          // All listings share one draft, because the agent can still change the listing; each client has another draft.
          draftName={client === undefined ? 'any-listing' : `client-${client.key}`}
          onClose={onClose}
        />
      )}
    </ChooseListing>
  )
}

type ShowingFormValues = Record<'showing_date' | 'start_time' | 'end_time' | 'client_email' | 'client', string>

const labels: ShowingFormValues = {
  showing_date: 'Showing Date',
  start_time: 'Start Time',
  end_time: 'End Time',
  client_email: 'Client Email',
  client: 'Client',
}

const usualMinutes = 30

function newShowing(now: number, person: ClientRow | undefined, { date, visits }: Day): ShowingFormValues {
  const minutesNow = date === dateOfInstant(now) ? minutesOfInstant(now) : null
  return {
    showing_date: date,
    ...defaultTimes(minutesNow, usualMinutes, visits),
    client_email: person?.email ?? '',
    client: clientFormValue(person?.id ?? person?.key),
  }
}

function showingToForm({ showing_date, start_time, end_time, client_email, client }: ShowingRow): ShowingFormValues {
  const times = { start_time: withoutSeconds(start_time), end_time: withoutSeconds(end_time) }
  return { showing_date, ...times, client_email, client: clientFormValue(client) }
}

type ShowingFormProps = {
  id: string
  listing: ListingRow
  showing: ShowingRow | null
  person?: ClientRow | undefined
  /** A new showing's day; today by default. */
  date?: string | undefined
  /** The name of a new showing's draft, if the agent can still change the listing; by default, each listing has its own draft. */
  draftName?: string | undefined
  onClose: () => void
}

export function ShowingForm({ date, ...props }: ShowingFormProps) {
  const { clock } = useDevice()
  const day = useDay(date ?? dateOfInstant(clock.now()))
  // A new showing opens at a free time, which is known once the day is read.
  return day === undefined ? null : <OpenShowingForm {...props} day={day} />
}

function OpenShowingForm({ showing, person, day, ...props }: Omit<ShowingFormProps, 'date'> & { day: Day }) {
  const { clock } = useDevice()
  return (
    <VisitForm<'showing', ShowingFormValues, ShowingFormValues>
      {...props}
      entity="showing"
      record={showing}
      schema={showingFormSchema}
      opened={showing === null ? newShowing(clock.now(), person, day) : showingToForm(showing)}
      labels={labels}
      dateField="showing_date"
      usualMinutes={usualMinutes}
    >
      {(form) => <ClientField form={form} className={wideFieldClass} hint="The buyer’s email." />}
    </VisitForm>
  )
}
