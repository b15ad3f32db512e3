import { Link } from '@tanstack/react-router'
import { type TourStatus, tourStatuses } from '#core/contract/record-statuses.ts'
import { type TourListSearch, type TourSort, usualTourSort } from '#core/domain/tours/tour-search-params.ts'
import { isTourStatus, formatTourStatus } from '#core/domain/tours/tour-status.ts'
import { NoDataState, type LoadState, useLoadState } from '#records/states/load-state.tsx'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import { PlusIcon, RouteIcon, SearchNothingIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { ListHeader, type SortDirection, ToggleSort } from '#ui/lists/list-header.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import styles from './tour-list.module.css'
import { useTourDeletion } from '#features/tours/use-tour-deletion.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { findTours } from '#core/domain/tours/tour-list.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { useDevice, useOutboxMark } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { formatCount } from '#core/format/numbers.ts'
import { useId } from 'react'
import { tourFigures } from '#core/domain/tours/tour-figures.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { stretchedLink, linkContainer } from '#ui/layout/stretched-link.ts'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import { tourBegins, TourStatusBadge } from '#features/tours/tour-facts.tsx'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

type TourListProps = {
  shown: TourListSearch
  /** `replace` while the agent types, so that Back does not pass through every letter. */
  onShow: (shown: TourListSearch, options: { replace: boolean }) => void
}

export function TourList({ shown, onShow }: TourListProps) {
  const { today, minutesNow } = useMinute()
  const read = useTours(shown)
  const load = useLoadState('tour')
  // An empty list may still be loading, so show no count.
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
      <ListHeader
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
      </ListHeader>
      {read === undefined && <ToursSkeleton />}
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
          {formatTourStatus(status)}
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
    const criteria = [statusOf(shown.status), shown.search && `“${shown.search}”`].filter(Boolean).join(', ')
    return (
      <EmptyState icon={<SearchNothingIcon />} title="No tours found" action={<Button onClick={onClear}>Clear</Button>}>
        No match for {criteria}.
      </EmptyState>
    )
  }
  return (
    <NoDataState
      load={load}
      failure="Failed to load tours. Please try again."
      what="Your tours"
      skeleton={<ToursSkeleton />}
    >
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
    </NoDataState>
  )
}

function statusOf(status: TourStatus | undefined): string {
  return status !== undefined && isTourStatus(status) ? formatTourStatus(status) : ''
}

function ToursSkeleton() {
  return (
    <div className={styles.tours} aria-hidden>
      {['a', 'b', 'c', 'd'].map((name) => (
        <Skeleton key={name} height={208} />
      ))}
    </div>
  )
}

type ToursOnDevice = {
  tours: { tour: TourRow; client: string }[]
  /** The number of all tours on this device, whatever the search and filter. */
  onDevice: number
}

function useTours(search: TourListSearch): ToursOnDevice | undefined {
  const { database, clock } = useDevice()
  const all = useLiveQuery(() => database.tours.toArray(), [database])
  const people = usePeople()
  if (all === undefined || people === undefined) return undefined
  const nameOf = (tour: TourRow) => {
    const client = people.of(tour)
    return client === undefined ? '' : clientName(client)
  }
  const tours = findTours(all, search, dateOfInstant(clock.now()), nameOf)
  return { tours: tours.map((tour) => ({ tour, client: nameOf(tour) })), onDevice: all.length }
}

type TourCardProps = {
  tour: TourRow
  client: string
  today: string
  /** Seconds of the day; null if the tour is not today. */
  now: number | null
  onDelete: (tour: TourRow) => void
}

function TourCard({ tour, client, today, now, onDelete }: TourCardProps) {
  const headingId = useId()
  const titleId = useId()
  const mark = useOutboxMark('tour', tour.key)
  const title = tourTitle(tour.id)
  const { hours, isTimed, miles, minutes } = tourFigures(tour, now)
  return (
    <Card
      element="article"
      className={classNames(styles.card, linkContainer)}
      aria-labelledby={`${headingId} ${titleId}`}
      isUnsent={mark !== null}
    >
      <header className={styles.head}>
        <h2 id={headingId}>
          {client || tour.client_email} · <span className={styles.begins}>{tourBegins(tour, today)}</span>
        </h2>
        <span className={styles.marks}>
          {mark !== null && <SyncMark state={mark} />}
          <TourStatusBadge status={tour.status} />
        </span>
      </header>
      <p className={styles.client}>
        <span id={titleId}>{title}</span>
        {client !== '' && ` · ${tour.client_email}`}
      </p>
      <p className={styles.date}>{formatDate(tour.tour_date, today)}</p>
      <p className={styles.facts}>
        {!isTimed && 'Preferred '}
        {formatTime(hours.start_time)} – {formatTime(hours.end_time)}
      </p>
      <p className={styles.facts}>
        <span>
          <b>{tour.stops.length}</b> {tour.stops.length === 1 ? 'stop' : 'stops'}
        </span>
        <span>
          <b>{miles}</b> mi
        </span>
        <span>
          <b>{minutes}</b> min
        </span>
      </p>
      <Actions tour={tour} onDelete={onDelete} />
    </Card>
  )
}

function Actions({ tour, onDelete }: Pick<TourCardProps, 'tour' | 'onDelete'>) {
  const title = tourTitle(tour.id)
  const params = { tourId: recordIdInUrl(tour) }
  return (
    <div className={styles.actions}>
      <Link
        to="/tours/$tourId"
        params={params}
        className={buttonClass({ className: stretchedLink })}
        aria-label={`View ${title}`}
      >
        View
      </Link>
      <Link
        to="/tours/$tourId"
        params={params}
        search={{ edit: 'all' }}
        className={buttonClass()}
        aria-label={`Edit ${title}`}
      >
        Edit
      </Link>
      <IconButton className={styles.delete} label={`Delete ${title}`} danger onClick={() => onDelete(tour)}>
        <TrashIcon />
      </IconButton>
    </div>
  )
}
