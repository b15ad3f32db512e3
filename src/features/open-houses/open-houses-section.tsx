import { useId, useState } from 'react'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { SectionProblems } from '#records/states/section-problems.tsx'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { useVisitLoad } from '#state/visit-loads.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow, OpenHouseRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { type Press, useInlineForm } from '#ui/form/use-inline-form.ts'
import { PlusIcon, UserPlusIcon } from '#ui/icons/icon.tsx'
import { SectionNote, TableSection } from '#ui/lists/table-section.tsx'
import { ThumbBar } from '#ui/layout/thumb-bar.tsx'
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
  const deletion = useDeletion('open_house', { message: () => 'The open house has been removed.' })
  const { open, show, opener, form } = useInlineForm<Shown>()
  const [isToldWhy, setIsToldWhy] = useState(false)
  const [visitorsOf, setVisitorsOf] = useState<LocalKey | null>(null)
  const reasonId = useId()
  const today = dateOfInstant(clock.now())
  const hasNone = openHouses?.length === 0
  const failure = useFailure(listing.key, openHouses)
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
            aria-disabled={hasNone || undefined}
            aria-describedby={hasNone ? reasonId : undefined}
            onClick={pressAddVisitor}
          >
            <UserPlusIcon size={18} />
            Add Visitor
          </Button>
          <ThumbBar half="end">
            <Button {...opener('open-house')}>
              <PlusIcon size={18} />
              New Open House
            </Button>
          </ThumbBar>
        </>
      }
      columns={openHouseColumns({ today, onEdit: show, onDelete: deletion.ask, onVisitors: setVisitorsOf })}
      rows={load === 'asking' && hasNone ? undefined : openHouses}
      rowKey={({ openHouse }) => openHouse.key}
      empty={failure === null ? 'No open houses found for this listing.' : null}
    >
      <ShownForm shown={open} form={form} listing={listing} openHouses={openHouses} today={today} />
      {hasNone && <WhyNoVisitors id={reasonId} isAsked={isToldWhy} />}
      <SectionProblems records={recordsOf(openHouses ?? [])} failure={failure} />
      {deletion.dialog}
      <VisitorsSheet
        listing={listing}
        shown={openHouses?.find(({ openHouse }) => openHouse.key === visitorsOf) ?? null}
        onClose={() => setVisitorsOf(null)}
      />
    </TableSection>
  )
}

function WhyNoVisitors({ id, isAsked }: { id: string; isAsked: boolean }) {
  return (
    <SectionNote>
      <p id={id} role={isAsked ? 'alert' : undefined}>
        Visitors can be added once there is an open house.
      </p>
    </SectionNote>
  )
}

type Shown = 'open-house' | 'visitor' | OpenHouseRow
type OpenHouses = ReturnType<typeof useOpenHouses>

/** What could not be read, in words. */
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
  /** Null while no form is open. */
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
