import { comingFirst, isComing, isOn } from '#core/domain/visits/showing-life.ts'
import { nameOrAddress } from '#records/people/name-or-address.ts'
import { SectionProblems } from '#records/states/section-problems.tsx'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { useVisitLoad } from '#state/visit-loads.ts'
import type { ListingRow, ShowingRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { Button } from '#ui/basics/button.tsx'
import { useInlineForm } from '#ui/form/use-inline-form.ts'
import { PlusIcon } from '#ui/icons/icon.tsx'
import { TableSection } from '#ui/lists/table-section.tsx'
import { ThumbBar } from '#ui/layout/thumb-bar.tsx'
import { showingCancelLinks } from './showing-cancel-links.ts'
import { showingColumns } from './showing-columns.tsx'
import { ShowingForm } from './showing-form.tsx'
import { useShowings } from './showings-queries.ts'
import { TourVisits } from './tour-visits.tsx'
import { WithOutcomeSheet } from './with-outcome-sheet.tsx'

/** The showings of a listing and the form for another one. */
export function ShowingsSection({ listing }: { listing: ListingRow }) {
  const now = useMinute()
  const people = usePeople()
  const read = useShowings(listing.key)
  const showings = read && comingFirst(read, now)
  const load = useVisitLoad(listing.key, 'showing')
  const deletion = useDeletion('showing', {
    message: (showing) => `The showing for ${nameOrAddress(people?.of(showing), showing)} has been removed.`,
    links: showingCancelLinks,
  })
  const { open, show, opener, form } = useInlineForm<'new' | ShowingRow>()
  const hasFailed = showings?.length === 0 && load === 'failed'
  const failure = hasFailed ? 'Failed to load showings. Please try again.' : null

  return (
    <WithOutcomeSheet>
      <TableSection
        title="Showings"
        actions={
          <ThumbBar half="start">
            <Button {...opener('new')}>
              <PlusIcon size={18} />
              New Showing
            </Button>
          </ThumbBar>
        }
        columns={showingColumns({ today: now.today, people, onEdit: show, onDelete: deletion.ask })}
        rows={load === 'asking' && showings?.length === 0 ? undefined : showings}
        rowKey={({ key }) => key}
        groupOf={(showing) => (isComing(showing, now) ? null : 'Earlier')}
        isQuiet={(showing) => !isOn(showing)}
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
