import { lazy, Suspense, useId } from 'react'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'

const NewOpenHouse = lazy(() => import('./new-open-house.tsx').then((module) => ({ default: module.NewOpenHouse })))

export function NewOpenHouseSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const id = useId()
  return (
    <Sheet open={open} title="New Open House" onClose={onClose}>
      <Suspense>
        <NewOpenHouse id={id} onClose={onClose} />
      </Suspense>
    </Sheet>
  )
}
