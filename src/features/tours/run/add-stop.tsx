import { useState } from 'react'
import { AddHomeButton } from '#records/homes/add-home-button.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import type { StopToAdd } from './save-added-stop.ts'

const places = [
  { value: 'next', label: 'Next' },
  { value: 'last', label: 'Last' },
] as const

/** Adds a home to a tour under way: as the next stop, unless the agent chooses the last. */
export function AddStop({ tour, run, now }: Pick<StopToAdd, 'tour' | 'run' | 'now'>) {
  const device = useDevice()
  const [at, setAt] = useState<StopToAdd['at']>('next')
  return (
    <AddHomeButton
      size="large"
      submitLabel="Add to the tour"
      onAdded={async (listing) => {
        // Plans, which no other press of the run does.
        const { saveAddedStop } = await import('./save-added-stop.ts')
        return saveAddedStop(device, { tour, run, listing, at, now })
      }}
    >
      <SegmentedFilter label="When it is visited" options={places} value={at} onChange={setAt} />
    </AddHomeButton>
  )
}
