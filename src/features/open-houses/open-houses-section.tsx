import { useId, useRef, useState } from 'react'
import { dateOfInstant } from '#core/domain/wall-clock.ts'
import { SectionProblems } from '#records/section-problems.tsx'
import { useDeletion } from '#records/use-deletion.tsx'
import { useVisitLoad } from '#state/visit-loads.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow, OpenHouseRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import { PlusIcon, UserPlusIcon } from '#ui/icon.tsx'
import { SectionNote, TableSection } from '#ui/table-section.tsx'
import { openHouseColumns } from './open-house-columns.tsx'
import { OpenHouseForm } from './open-house-form.tsx'
import { recordsOf, useOpenHouses } from './open-houses-queries.ts'
import { VisitorForm } from './visitor-form.tsx'
import { VisitorsSheet } from './visitors-sheet.tsx'

/** Which form is open: of a new open house, of one to change, or of a visitor. */
type Open = 'open-house' | 'visitor' | OpenHouseRow | null

/** The open houses of a listing, who came, and the forms for more of both. */
export function OpenHousesSection({ listing }: { listing: ListingRow }) {
  const { clock } = useDevice()
  const openHouses = useOpenHouses(listing.key)
  const load = useVisitLoad(listing.key, 'open_house')
  const visitorLoad = useVisitLoad(listing.key, 'open_house_visit')
  const deletion = useDeletion('open_house', { message: () => 'The open house has been removed.' })
  const [open, setOpen] = useState<Open>(null)
  const [isToldWhy, setIsToldWhy] = useState(false)
  const [visitorsOf, setVisitorsOf] = useState<LocalKey | null>(null)
  const ids = { form: useId(), reason: useId() }
  const newOpener = useRef<HTMLButtonElement>(null)
  const visitorOpener = useRef<HTMLButtonElement>(null)
  const today = dateOfInstant(clock.now())
  const hasNone = openHouses?.length === 0
  const hasNoVisitors = openHouses?.every(({ visitors }) => visitors.length === 0) === true
  const failure = hasNone
    ? 'Failed to load open houses. Please try again.'
    : 'Failed to load open house visits. Please try again.'
  const hasFailed = hasNoVisitors && (hasNone ? load : visitorLoad) === 'failed'
  // A form for visitors needs something to visit.
  const shown = open === 'visitor' && hasNone ? null : open

  function close() {
    setOpen(null)
    // The form takes its focus away with it.
    const opener = open === 'visitor' ? visitorOpener : newOpener
    opener.current?.focus()
  }

  function pressAddVisitor() {
    setIsToldWhy(hasNone)
    if (!hasNone) setOpen(open === 'visitor' ? null : 'visitor')
  }

  return (
    <TableSection
      title="Open Houses"
      actions={
        <>
          <Button
            ref={visitorOpener}
            aria-disabled={hasNone || undefined}
            aria-describedby={hasNone ? ids.reason : undefined}
            aria-expanded={shown === 'visitor'}
            aria-controls={shown === 'visitor' ? ids.form : undefined}
            onClick={pressAddVisitor}
          >
            <UserPlusIcon size={18} />
            Add Visitor
          </Button>
          <Button
            ref={newOpener}
            aria-expanded={shown === 'open-house'}
            aria-controls={shown === 'open-house' ? ids.form : undefined}
            onClick={() => setOpen(open === 'open-house' ? null : 'open-house')}
          >
            <PlusIcon size={18} />
            New Open House
          </Button>
        </>
      }
      columns={openHouseColumns({ today, onEdit: setOpen, onDelete: deletion.ask, onVisitors: setVisitorsOf })}
      rows={load === 'asking' && hasNone ? undefined : openHouses}
      rowKey={({ openHouse }) => openHouse.key}
      empty="No open houses found for this listing."
    >
      {shown === 'visitor' && openHouses !== undefined && (
        <VisitorForm
          id={ids.form}
          listingKey={listing.key}
          openHouses={openHouses.map(({ openHouse }) => openHouse)}
          today={today}
          onClose={close}
        />
      )}
      {shown !== null && shown !== 'visitor' && (
        <OpenHouseForm
          key={shown === 'open-house' ? 'new' : shown.key}
          id={ids.form}
          listing={listing}
          openHouse={shown === 'open-house' ? null : shown}
          onClose={close}
        />
      )}
      {hasNone && (
        <SectionNote>
          <p id={ids.reason} role={isToldWhy ? 'alert' : undefined}>
            Visitors can be added once there is an open house.
          </p>
        </SectionNote>
      )}
      <SectionProblems records={recordsOf(openHouses ?? [])} failure={hasFailed ? failure : null} />
      {deletion.dialog}
      <VisitorsSheet
        listing={listing}
        shown={openHouses?.find(({ openHouse }) => openHouse.key === visitorsOf) ?? null}
        onClose={() => setVisitorsOf(null)}
      />
    </TableSection>
  )
}
