import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { PlusIcon } from '#ui/icons/icon.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'

const NewShowing = lazy(() => import('./showing-form.tsx').then((module) => ({ default: module.NewShowing })))

type NewShowingButtonProps = {
  /** The day of the showing; today by default. */
  date?: string | undefined
  /** True if the URL opens the form; `onClose` removes the URL parameter that does so. */
  isOpenedByUrl?: boolean
  onClose?: () => void
}

export function NewShowingButton({ date, isOpenedByUrl = false, onClose }: NewShowingButtonProps) {
  const [isPressed, setIsPressed] = useState(false)
  const id = useId()
  const close = () => {
    setIsPressed(false)
    if (isOpenedByUrl) onClose?.()
  }
  return (
    <>
      <Button onClick={() => setIsPressed(true)}>
        <PlusIcon size={18} />
        New Showing
      </Button>
      <Sheet open={isPressed || isOpenedByUrl} title="New Showing" onClose={close}>
        <Suspense>
          <NewShowing id={id} date={date} onClose={close} />
        </Suspense>
      </Sheet>
    </>
  )
}
