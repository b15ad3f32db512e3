import { useId, useState } from 'react'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { SectionProblems } from '#records/states/section-problems.tsx'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { useVisitLoad } from '#state/visit-loads.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow, OpenHouseRow } from '#storage/database/rows.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { type Press, useInlineForm } from '#ui/form/use-inline-form.ts'
import { PlusIcon, UserPlusIcon, PencilIcon, TrashIcon, ClipboardListIcon } from '#ui/icons/icon.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { OpenHouseForm } from './open-house-form.tsx'
import {
  recordsOfOpenHouses,
  useOpenHouses,
  useOpenHouseMark,
  type OpenHouseWithVisitors,
} from './open-houses-queries.ts'
import { VisitorForm } from './visitor-form.tsx'
import { VisitorsSheet } from './visitors-sheet.tsx'
import { realtorName } from '#core/domain/account/realtor-name.ts'
import { SectionNote, type TableColumn, TableSection, PhoneOnly, CellWithActions } from '#ui/lists/data-table.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import styles from './open-houses.module.css'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'
import { Link } from '@tanstack/react-router'
import { recordIdInUrl } from '#records/record-address.ts'
import { Card } from '#ui/layout/card.tsx'
import { nextOpenHouse } from '#core/domain/visits/open-house-order.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'

export function OpenHousesSection({ listing }: { listing: ListingRow }) {
  const { clock } = useDevice()
  const openHouses = useOpenHouses(listing.key)
  const load = useVisitLoad(listing.key, 'open_house')
  const deletion = useDeletion('open_house', { message: () => 'The open house has been removed.' })
  const { open, show, opener, form } = useInlineForm<Shown>()
  const [isReasonAnnounced, setIsReasonAnnounced] = useState(false)
  const [visitorsOf, setVisitorsOf] = useState<LocalKey | null>(null)
  const reasonId = useId()
  const today = dateOfInstant(clock.now())
  const hasNone = openHouses?.length === 0
  const failure = useFailure(listing.key, openHouses)
  const visitorOpener = opener('visitor')

  function pressAddVisitor(press: Press) {
    setIsReasonAnnounced(hasNone)
    if (!hasNone) visitorOpener.onClick(press)
  }

  return (
    <TableSection
      title="Open Houses"
      actions={
        <>
          <Button
            {...visitorOpener}
            aria-disabled={hasNone || undefined}
            aria-describedby={hasNone ? reasonId : undefined}
            onClick={pressAddVisitor}
          >
            <UserPlusIcon size={18} />
            Add Visitor
          </Button>
          <BottomActions half="end">
            <Button {...opener('open-house')}>
              <PlusIcon size={18} />
              New Open House
            </Button>
          </BottomActions>
        </>
      }
      columns={openHouseColumns({ today, onEdit: show, onDelete: deletion.ask, onVisitors: setVisitorsOf })}
      // Undefined while they are being fetched from a plain server.
      rows={load === 'asking' && hasNone ? undefined : openHouses}
      rowKey={({ openHouse }) => openHouse.key}
      empty={failure === null ? 'No open houses found for this listing.' : null}
    >
      <ShownForm shown={open} form={form} listing={listing} openHouses={openHouses} today={today} />
      {hasNone && <WhyNoVisitors id={reasonId} isAlert={isReasonAnnounced} />}
      <SectionProblems records={recordsOfOpenHouses(openHouses ?? [])} failure={failure} />
      {deletion.dialog}
      <VisitorsSheet
        listing={listing}
        shown={openHouses?.find(({ openHouse }) => openHouse.key === visitorsOf) ?? null}
        onClose={() => setVisitorsOf(null)}
      />
    </TableSection>
  )
}

function WhyNoVisitors({ id, isAlert }: { id: string; isAlert: boolean }) {
  return (
    <SectionNote>
      <p id={id} role={isAlert ? 'alert' : undefined}>
        Visitors can be added once there is an open house.
      </p>
    </SectionNote>
  )
}

/** The open form: of a new open house, of a new visitor, or of this open house. */
type Shown = 'open-house' | 'visitor' | OpenHouseRow
type OpenHouses = ReturnType<typeof useOpenHouses>

function useFailure(listingKey: LocalKey, openHouses: OpenHouses): string | null {
  const load = useVisitLoad(listingKey, 'open_house')
  const visitorLoad = useVisitLoad(listingKey, 'open_house_visit')
  if (openHouses?.length === 0) {
    return load === 'failed' ? 'Failed to load open houses. Please try again.' : null
  }
  const hasNoVisitors = openHouses?.every(({ visitors }) => visitors.length === 0) === true
  return hasNoVisitors && visitorLoad === 'failed' ? 'Failed to load open house visits. Please try again.' : null
}

type ShownFormProps = {
  shown: Shown | null
  form: ReturnType<typeof useInlineForm<Shown>>['form']
  listing: ListingRow
  openHouses: OpenHouses
  today: string
}

function ShownForm({ shown, form, listing, openHouses, today }: ShownFormProps) {
  if (shown === null) return null
  if (shown === 'visitor') {
    return (
      openHouses && (
        <VisitorForm
          {...form}
          listingKey={listing.key}
          openHouses={openHouses.map(({ openHouse }) => openHouse)}
          today={today}
        />
      )
    )
  }
  return (
    <OpenHouseForm
      key={shown === 'open-house' ? 'new' : shown.key}
      {...form}
      listing={listing}
      openHouse={shown === 'open-house' ? null : shown}
    />
  )
}

type RowActions = {
  today: string
  onEdit: (openHouse: OpenHouseRow, press: Press) => void
  onDelete: (openHouse: OpenHouseRow) => void
  onVisitors: (openHouseKey: LocalKey) => void
}

/** `phone` is a cell's position on a phone, where each row is a block. */
function openHouseColumns({ today, onEdit, onDelete, onVisitors }: RowActions): TableColumn<OpenHouseWithVisitors>[] {
  const nameOf = ({ date, start_time }: OpenHouseRow) =>
    `open house of ${formatDate(date, today)}, ${formatTime(start_time)}`
  return [
    { header: 'Date', phone: 'lead', cell: ({ openHouse }) => formatDate(openHouse.date, today) },
    {
      header: 'Start Time',
      phone: 'end',
      cell: ({ openHouse }) => (
        <>
          {formatTime(openHouse.start_time)}
          <PhoneOnly> – {formatTime(openHouse.end_time)}</PhoneOnly>
        </>
      ),
    },
    { header: 'End Time', phone: 'hidden', cell: ({ openHouse }) => formatTime(openHouse.end_time) },
    {
      header: 'Realtor',
      phone: 'wide',
      cell: (row) => (
        <>
          <PhoneOnly>Realtor: </PhoneOnly>
          {realtorName(row.openHouse.realtor)} <OpenHouseMark {...row} />
        </>
      ),
    },
    {
      header: 'Visitors',
      phone: 'wide',
      cell: (row) => (
        <CellWithActions
          actions={
            <>
              <IconButton label={`Edit ${nameOf(row.openHouse)}`} onClick={(press) => onEdit(row.openHouse, press)}>
                <PencilIcon size={18} />
              </IconButton>
              <IconButton label={`Delete ${nameOf(row.openHouse)}`} danger onClick={() => onDelete(row.openHouse)}>
                <TrashIcon size={18} />
              </IconButton>
            </>
          }
        >
          <VisitorCount
            count={row.visitors.length}
            of={nameOf(row.openHouse)}
            onShow={() => onVisitors(row.openHouse.key)}
          />
        </CellWithActions>
      ),
    },
  ]
}

function VisitorCount({ count, of, onShow }: { count: number; of: string; onShow: () => void }) {
  const noun = count === 1 ? 'visitor' : 'visitors'
  const words = (
    <>
      {count}
      <PhoneOnly> {noun}</PhoneOnly>
    </>
  )
  if (count === 0) return words
  return (
    <button type="button" className={styles.count} aria-label={`${count} ${noun} of the ${of}`} onClick={onShow}>
      {words}
    </button>
  )
}

function OpenHouseMark({ openHouse, visitors }: OpenHouseWithVisitors) {
  const { mark, note } = useOpenHouseMark(
    openHouse.key,
    visitors.map(({ key }) => key),
  )
  if (mark === null) return null
  return (
    <>
      <SyncMark state={mark} /> {note}
    </>
  )
}

/** Links to the sign-in kiosk and the survey kiosk of the next open house; renders nothing if none is planned. */
export function SignInCard({ listing }: { listing: ListingRow }) {
  const { clock } = useDevice()
  const openHouse = useNextOpenHouse(listing.key)
  if (openHouse === null) return null
  const openHouseId = recordIdInUrl(openHouse)
  const when = `${formatDate(openHouse.date, dateOfInstant(clock.now()))}, ${formatTime(openHouse.start_time)}`
  return (
    <Card title="Open-house sign-in">
      <div className={styles.card}>
        <p className={styles.about}>
          Put the open house of {when} on a shared tablet. Works without a connection. You need your PIN to leave.
        </p>
        <Link
          to="/open-houses/$openHouseId/kiosk"
          params={{ openHouseId }}
          className={buttonClass({ variant: 'primary' })}
        >
          <UserPlusIcon size={18} />
          Start Sign-in
        </Link>
        <Link to="/open-houses/$openHouseId/survey-kiosk" params={{ openHouseId }} className={buttonClass()}>
          <ClipboardListIcon size={18} />
          Start Survey
        </Link>
      </div>
    </Card>
  )
}

/** The current or next open house, or else one that ended today; null if there is none. */
function useNextOpenHouse(listingKey: LocalKey): OpenHouseRow | null {
  const { database } = useDevice()
  const now = useMinute()
  const all = useLiveQuery(
    () => database.open_houses.where('listing_key').equals(listingKey).toArray(),
    [database, listingKey],
  )
  if (all === undefined) return null
  return nextOpenHouse(all, now) ?? nextOpenHouse(all, { ...now, minutesNow: 0 })
}
