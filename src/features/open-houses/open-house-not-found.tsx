import { NothingHere } from '#records/nothing-here.tsx'
import { useLoadState } from '#records/use-load-state.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ImageOffIcon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'

/** There is no door for visitors to sign in at. */
export function OpenHouseNotFound({ onLeave }: { onLeave: () => void }) {
  const load = useLoadState('listing')
  return (
    <>
      <PageHead title={load === 'known' ? 'Open house not found' : 'Open house'} />
      <NothingHere load={load} failure="Failed to load open houses. Please try again." what="This open house">
        <EmptyState
          icon={<ImageOffIcon size={40} />}
          title="This device has no such open house"
          action={<Button onClick={onLeave}>Back to Dashboard</Button>}
        >
          It may have been deleted, or it has not reached this device yet.
        </EmptyState>
      </NothingHere>
    </>
  )
}
