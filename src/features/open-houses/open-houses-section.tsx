import { useId, useState } from 'react'
import { dateOfInstant } from '#core/domain/wall-clock.ts'
import { SectionProblems } from '#records/section-problems.tsx'
import { useDeletion } from '#records/use-deletion.tsx'
import { useVisitLoad } from '#state/visit-loads.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow, OpenHouseRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import { type Press, useInlineForm } from '#ui/form/use-inline-form.ts'
import { PlusIcon, UserPlusIcon } from '#ui/icon.tsx'
import { SectionNote, TableSection } from '#ui/table-section.tsx'
import { openHouseColumns } from './open-house-columns.tsx'
import { OpenHouseForm } from './open-house-form.tsx'
import { recordsOf, useOpenHouses } from './open-houses-queries.ts'
import { VisitorForm } from './visitor-form.tsx'
import { VisitorsSheet } from './visitors-sheet.tsx'

/** The open houses of a listing, who came, and the forms for more of both. */
export function OpenHousesSection({ listing }: { listing: ListingRow }) {
  const { clock } = useDevice()
  const openHouses = useOpenHouses(listing.key)
  const load = useVisitLoad(listing.key, 'open_house')
  const visitorLoad = useVisitLoad(listing.key, 'open_house_visit')
  const deletion = useDeletion('open_house', { message: () => 'The open house has been removed.' })
  const { open, show, opener, form } = useInlineForm<'open-house' | 'visitor' | OpenHouseRow>()
  const [isToldWhy, setIsToldWhy] = useState(false)
  const [visitorsOf, setVisitorsOf] = useState<LocalKey | null>(null)
  const reasonId = useId()
  const today = dateOfInstant(clock.now())
  const hasNone = openHouses?.length === 0
  const hasNoVisitors = openHouses?.every(({ visitors }) => visitors.length === 0) === true
  const failure = hasNone
    ? 'Failed to load open houses. Please try again.'
    : 'Failed to load open house visits. Please try again.'
  const hasFailed = hasNoVisitors && (hasNone ? load : visitorLoad) === 'failed'
  // A form for visitors needs something to visit.
  const shown = open === 'visitor' && hasNone ? null : open

  const visitorOpener = opener('visitor')

  function pressAddVisitor(press: Press) {
    setIsToldWhy(hasNone)
    if (!hasNone) visitorOpener.onClick(press)
  }

  return (
    <TableSection
      title="Open Houses"
      actions={
        <>
          <Button
            {...visitorOpener}
            aria-expanded={shown === 'visitor'}
            aria-disabled={hasNone || undefined}
            aria-describedby={hasNone ? reasonId : undefined}
            onClick={pressAddVisitor}
          >
            <UserPlusIcon size={18} />
            Add Visitor
          </Button>
          <Button {...opener('open-house')}>
            <PlusIcon size={18} />
            New Open House
          </Button>
        </>
      }
      columns={openHouseColumns({ today, onEdit: show, onDelete: deletion.ask, onVisitors: setVisitorsOf })}
      rows={load === 'asking' && hasNone ? undefined : openHouses}
      rowKey={({ openHouse }) => openHouse.key}
      empty="No open houses found for this listing."
    >
      {shown === 'visitor' && openHouses !== undefined && (
        <VisitorForm
          {...form}
          listingKey={listing.key}
          openHouses={openHouses.map(({ openHouse }) => openHouse)}
          today={today}
        />
      )}
      {shown !== null && shown !== 'visitor' && (
        <OpenHouseForm
          key={shown === 'open-house' ? 'new' : shown.key}
          {...form}
          listing={listing}
          openHouse={shown === 'open-house' ? null : shown}
        />
      )}
      {hasNone && (
        <SectionNote>
          <p id={reasonId} role={isToldWhy ? 'alert' : undefined}>
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
