import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { HousePlusIcon } from '#ui/icons/icon.tsx'
import type { AddHomeProps } from './add-home.tsx'

export const AddHomeSheet = lazy(() => import('./add-home.tsx').then((module) => ({ default: module.AddHomeSheet })))

type AddHomeButtonProps = Partial<Omit<AddHomeProps, 'onClose'>> & {
  variant?: 'primary' | 'secondary' | 'quiet'
  size?: 'default' | 'large'
  label?: ReactNode
}

/** Opens the sheet that adds a home to show. Without `onAdded`, the home only appears in *Homes I show*. */
export function AddHomeButton({
  variant,
  size,
  label = 'Add a home',
  onAdded = doNothing,
  ...sheet
}: AddHomeButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant={variant} size={size} onClick={() => setIsOpen(true)}>
        <HousePlusIcon />
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <AddHomeSheet {...sheet} onAdded={onAdded} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function doNothing(): void {}
