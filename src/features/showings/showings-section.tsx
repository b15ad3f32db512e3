import { comingFirst, isComing, isNotCancelled } from '#core/domain/visits/showing-status.ts'
import { clientNameOrEmail } from '#records/people/link-records-to-client.ts'
import { SectionProblems } from '#records/states/section-problems.tsx'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { useVisitLoad } from '#state/visit-loads.ts'
import type { ListingRow, ShowingRow, ClientRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { Button } from '#ui/basics/button.tsx'
import { useInlineForm, type Press } from '#ui/form/use-inline-form.ts'
import { PlusIcon, PencilIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { cancellationMessageLinks } from './use-outcome.ts'
import { ShowingForm } from './showing-form.tsx'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { realtorName } from '#core/domain/account/realtor-name.ts'
import type { People } from '#core/domain/clients/client-rules.ts'
import { Person } from '#records/people/person.tsx'
import { RecordMark } from '#records/states/record-notice.tsx'
import { TableSection, type TableColumn, PhoneOnly, CellWithActions } from '#ui/lists/data-table.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { ShowingOutcome, WithOutcomeSheet } from './showing-outcome.tsx'
import { Link } from '@tanstack/react-router'
import { tourVisitsTo } from '#core/domain/tours/tour-visits.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import styles from './showings.module.css'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

export function ShowingsSection({ listing }: { listing: ListingRow }) {
  const now = useMinute()
  const people = usePeople()
  const read = useShowings(listing.key)
  const showings = read && comingFirst(read, now)
  const load = useVisitLoad(listing.key, 'showing')
  const deletion = useDeletion('showing', {
    message: (showing) => `The showing for ${clientNameOrEmail(people?.of(showing), showing)} has been removed.`,
    links: cancellationMessageLinks,
  })
  // `open`: what the open form edits, null without a form. `opener` and `form` return props: of a button that opens it, and of the form.
  const { open, show, opener, form } = useInlineForm<'new' | ShowingRow>()
  const hasFailed = showings?.length === 0 && load === 'failed'
  const failure = hasFailed ? 'Failed to load showings. Please try again.' : null

  return (
    <WithOutcomeSheet>
      <TableSection
        title="Showings"
        actions={
          <BottomActions half="start">
            <Button {...opener('new')}>
              <PlusIcon size={18} />
              New Showing
            </Button>
          </BottomActions>
        }
        columns={showingColumns({ today: now.today, people, onEdit: show, onDelete: deletion.ask })}
        // Undefined hides the table and its `empty` text until the server has answered.
        rows={load === 'asking' && showings?.length === 0 ? undefined : showings}
        rowKey={({ key }) => key}
        groupOf={(showing) => (isComing(showing, now) ? null : 'Earlier')}
        isMuted={(showing) => !isNotCancelled(showing)}
        empty={hasFailed ? null : 'No showings found for this listing.'}
      >
        {open !== null && (
          <ShowingForm
            key={open === 'new' ? 'new' : open.key}
            {...form}
            listing={listing}
            showing={open === 'new' ? null : open}
          />
        )}
        <SectionProblems records={(showings ?? []).map(({ key }) => ['showing', key])} failure={failure} />
      </TableSection>
      <TourVisits listing={listing} />
    </WithOutcomeSheet>
  )
}

/** Returns a listing's showings, unsorted; `undefined` until they are read. */
function useShowings(listingKey: LocalKey): ShowingRow[] | undefined {
  const { database } = useDevice()
  return useLiveQuery(() => database.showings.where('listing_key').equals(listingKey).toArray(), [database, listingKey])
}

type RowActions = {
  today: string
  people: People<ClientRow> | undefined
  onEdit: (showing: ShowingRow, press: Press) => void
  onDelete: (showing: ShowingRow) => void
}

function showingColumns({ today, people, onEdit, onDelete }: RowActions): TableColumn<ShowingRow>[] {
  const nameOf = (showing: ShowingRow) =>
    `showing of ${formatDate(showing.showing_date, today)}, ${formatTime(showing.start_time)}`
  return [
    { header: 'Date', phone: 'lead', cell: ({ showing_date }) => formatDate(showing_date, today) },
    {
      header: 'Start Time',
      phone: 'end',
      cell: ({ start_time, end_time }) => (
        <>
          {formatTime(start_time)}
          <PhoneOnly> – {formatTime(end_time)}</PhoneOnly>
        </>
      ),
    },
    { header: 'End Time', phone: 'hidden', cell: ({ end_time }) => formatTime(end_time) },
    {
      header: 'Client Email',
      phone: 'wide',
      cell: (showing) => (
        <>
          <Person client={people?.of(showing)} email={showing.client_email} isQuiet />{' '}
          <RecordMark entity="showing" recordKey={showing.key} />
          <ShowingOutcome showing={showing} />
        </>
      ),
    },
    {
      header: 'Realtor',
      phone: 'wide',
      cell: (showing) => (
        <CellWithActions
          actions={
            <>
              <IconButton label={`Edit ${nameOf(showing)}`} onClick={(press) => onEdit(showing, press)}>
                <PencilIcon size={18} />
              </IconButton>
              <IconButton label={`Delete ${nameOf(showing)}`} danger onClick={() => onDelete(showing)}>
                <TrashIcon size={18} />
              </IconButton>
            </>
          }
        >
          <PhoneOnly>Realtor: </PhoneOnly>
          {realtorName(showing.realtor)}
        </CellWithActions>
      ),
    },
  ]
}

/** The visits of tours to this listing, until today. */
function TourVisits({ listing }: { listing: ListingRow }) {
  const { database } = useDevice()
  const { today } = useMinute()
  const people = usePeople()
  const tours = useLiveQuery(() => database.tours.where('tour_date').belowOrEqual(today).toArray(), [database, today])
  const visits = tourVisitsTo(tours ?? [], listing)
  if (visits.length === 0) return null
  return (
    <section className={styles.visits} aria-labelledby="tour-visits">
      <h3 id="tour-visits">On tours</h3>
      <ul>
        {visits.map(({ tour, date, start_time, end_time, rating, note }) => (
          <li key={tour.key}>
            {formatDate(date, today)}, {formatTime(start_time)} – {formatTime(end_time)} ·{' '}
            <Link to="/tours/$tourId" params={{ tourId: recordIdInUrl(tour) }}>
              {clientNameOrEmail(people?.of(tour), tour)}
            </Link>
            {rating !== null && ` · ${rating} of 5`}
            {note !== '' && <q>{note}</q>}
          </li>
        ))}
      </ul>
    </section>
  )
}
