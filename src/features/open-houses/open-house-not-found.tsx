import { RecordNotFound } from '#records/record-not-found.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ImageOffIcon } from '#ui/icon.tsx'

/** There is no door for visitors to sign in at. */
export function OpenHouseNotFound({ onLeave }: { onLeave: () => void }) {
  return (
    <RecordNotFound entity="open_house" failure="Failed to load open houses. Please try again.">
      <EmptyState
        icon={<ImageOffIcon size={40} />}
        title="This device has no such open house"
        action={<Button onClick={onLeave}>Back to Dashboard</Button>}
      >
        It may have been deleted, or it has not reached this device yet.
      </EmptyState>
    </RecordNotFound>
  )
}
