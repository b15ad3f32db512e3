import { Link } from '@tanstack/react-router'
import { type TourStatus, tourStatuses } from '#core/contract/record-statuses.ts'
import { type TourListSearch, type TourSort, usualTourSort } from '#core/domain/tours/tour-search-params.ts'
import { isTourStatus, tourStatusWords } from '#core/domain/tours/tour-status.ts'
import { NothingHere, type LoadState, useLoadState } from '#records/states/load-state.tsx'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import { PlusIcon, RouteIcon, SearchNothingIcon } from '#ui/icons/icon.tsx'
import { ListHead, type SortDirection, ToggleSort } from '#ui/lists/list-head.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TourCard } from './tour-card.tsx'
import styles from './tour-list.module.css'
import { useTourDeletion } from '#features/tours/use-tour-deletion.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { findTours } from '#core/domain/tours/tour-list.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { formatCount } from '#core/format/numbers.ts'

type TourListProps = {
  /** What the address asks for. */
  shown: TourListSearch
  /** `replace` while somebody types, so that Back does not lead through every letter. */
  onShow: (shown: TourListSearch, options: { replace: boolean }) => void
}

/** The agent's tours: search, status, order. */
export function TourList({ shown, onShow }: TourListProps) {
  const { today, minutesNow } = useMinute()
  const read = useTours(shown)
  const load = useLoadState('tour')
  // Nothing here yet does not mean that there is nothing, so nothing is counted before that is known.
  const list = read?.onDevice === 0 && load !== 'known' ? undefined : read
  const isEmpty = list?.onDevice === 0
  const deletion = useTourDeletion()
  const sort = shown.sort ?? usualTourSort

  function show(change: Partial<Record<keyof TourListSearch, string | undefined>>, replace = false): void {
    const entries = Object.entries({ ...shown, ...change }).filter(([, value]) => value !== undefined && value !== '')
    onShow(Object.fromEntries(entries), { replace })
  }

  return (
    <>
      <ListHead
        title="My Tours"
        count={list === undefined ? '' : countLabel(list.tours.length, shown)}
        isEmpty={isEmpty}
        add={{ to: '/tours/new', icon: <PlusIcon />, label: 'Create Tour' }}
        search={{
          label: 'Search tours',
          placeholder: 'Search by client, date or status',
          value: shown.search ?? '',
          onSearch: (words) => show({ search: words }, true),
        }}
        toolsClass={styles.tools}
      >
        <StatusField status={shown.status} onChoose={(status) => show({ status })} />
        <Sorts sort={sort} show={show} />
      </ListHead>
      {read === undefined && <Waiting />}
      {read !== undefined && read.tours.length === 0 && (
        <NoTours
          shown={shown}
          isFiltered={read.onDevice > 0}
          load={load}
          onClear={() => onShow({}, { replace: false })}
        />
      )}
      {list !== undefined && list.tours.length > 0 && (
        <section className={styles.tours} aria-label="Tours">
          {list.tours.map(({ tour, client }) => (
            <TourCard
              key={tour.key}
              tour={tour}
              client={client}
              today={today}
              now={tour.tour_date === today ? minutesNow * 60 : null}
              onDelete={deletion.ask}
            />
          ))}
        </section>
      )}
      {deletion.dialog}
    </>
  )
}

type StatusFieldProps = { status: TourListSearch['status']; onChoose: (status: string) => void }

function StatusField({ status: chosen, onChoose }: StatusFieldProps) {
  return (
    <SelectField
      label="Status"
      className={styles.status}
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">All statuses</option>
      {tourStatuses.map((status) => (
        <option key={status} value={status}>
          {tourStatusWords(status)}
        </option>
      ))}
    </SelectField>
  )
}

function Sorts({ sort, show }: Pick<SortProps, 'sort' | 'show'>) {
  return (
    <fieldset className={styles.sorts} aria-label="Sort by">
      <Button aria-pressed={sort === 'upcoming'} onClick={() => show({ sort: undefined })}>
        Upcoming First
      </Button>
      <Sort label="Tour Date" field="tour_date" words={['earliest first', 'latest first']} sort={sort} show={show} />
      <Sort label="Created" field="created_at" words={['oldest first', 'newest first']} sort={sort} show={show} />
    </fieldset>
  )
}

type SortProps = {
  label: string
  field: 'tour_date' | 'created_at'
  words: [ascending: string, descending: string]
  sort: TourSort
  show: (change: { sort: string | undefined }) => void
}

function Sort({ label, field, words: [ascending, descending], sort, show }: SortProps) {
  const direction = directionOf(sort, field)
  const next = direction === 'descending' ? field : `-${field}`
  return (
    <ToggleSort
      label={label}
      direction={direction}
      words={{ ascending, descending }}
      onClick={() => show({ sort: next })}
    />
  )
}

function directionOf(sort: TourSort, field: string): SortDirection | undefined {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : undefined
}

function countLabel(count: number, { search, status }: TourListSearch): string {
  const tours = formatCount(count, 'tour')
  return search !== undefined || status !== undefined ? `${tours} found` : tours
}

type NoToursProps = { shown: TourListSearch; isFiltered: boolean; load: LoadState; onClear: () => void }

function NoTours({ shown, isFiltered, load, onClear }: NoToursProps) {
  if (isFiltered) {
    const asked = [statusOf(shown.status), shown.search && `“${shown.search}”`].filter(Boolean).join(', ')
    return (
      <EmptyState icon={<SearchNothingIcon />} title="No tours found" action={<Button onClick={onClear}>Clear</Button>}>
        No match for {asked}.
      </EmptyState>
    )
  }
  return (
    <NothingHere load={load} failure="Failed to load tours. Please try again." what="Your tours" skeleton={<Waiting />}>
      <EmptyState
        icon={<RouteIcon />}
        title="No tours found"
        action={
          <Link to="/tours/new" className={buttonClass({ variant: 'primary' })}>
            Create Your First Tour
          </Link>
        }
      >
        Choose a day and the homes to see; the route is planned for you.
      </EmptyState>
    </NothingHere>
  )
}

function statusOf(status: TourStatus | undefined): string {
  return status !== undefined && isTourStatus(status) ? tourStatusWords(status) : ''
}

function Waiting() {
  return (
    <div className={styles.tours} aria-hidden>
      {['a', 'b', 'c', 'd'].map((name) => (
        <Skeleton key={name} height={208} />
      ))}
    </div>
  )
}

type ToursOnDevice = {
  /** With the name of whom each is for, where that is known. */
  tours: { tour: TourRow; client: string }[]
  /** How many there are without search and filter. */
  onDevice: number
}

/** The tours that are asked for; `undefined` until they are read. */
function useTours(asked: TourListSearch): ToursOnDevice | undefined {
  const { database, clock } = useDevice()
  const all = useLiveQuery(() => database.tours.toArray(), [database])
  const people = usePeople()
  if (all === undefined || people === undefined) return undefined
  const nameOf = (tour: TourRow) => {
    const client = people.of(tour)
    return client === undefined ? '' : clientName(client)
  }
  const tours = findTours(all, asked, dateOfInstant(clock.now()), nameOf)
  return { tours: tours.map((tour) => ({ tour, client: nameOf(tour) })), onDevice: all.length }
}
