import { useEffect, useEffectEvent } from 'react'
import { DialogFrame } from '#ui/dialog-frame.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#ui/icon.tsx'
import type { PhotoRow } from './listing-row-kinds.ts'
import { ListingPhoto } from './listing-photo.tsx'
import styles from './photo-viewer.module.css'

type PhotoViewerProps = {
  photos: readonly PhotoRow[]
  address: string
  /** Which of them; null while the viewer is closed. */
  shown: number | null
  onShow: (index: number) => void
  onClose: () => void
}

/** One photo, as large as the window allows; the arrow keys lead to its neighbours, round and round. */
export function PhotoViewer({ photos, address, shown, onShow, onClose }: PhotoViewerProps) {
  const photo = shown === null ? undefined : photos[shown]
  const isOpen = photo !== undefined
  const step = (by: number) => shown !== null && onShow((shown + by + photos.length) % photos.length)
  const press = useEffectEvent((key: string) => {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  })

  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key }: KeyboardEvent) => press(key)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOpen])

  const number = (shown ?? 0) + 1
  const caption = photo?.caption ?? ''
  return (
    <DialogFrame
      open={isOpen}
      onClose={onClose}
      role="dialog"
      size="wide"
      title={`Photo ${number} of ${photos.length}`}
      titleActions={
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      }
    >
      {photo !== undefined && (
        <div className={styles.viewer}>
          <ListingPhoto
            key={photo.key}
            className={styles.photo}
            photo={photo}
            address={address}
            alt={caption === '' ? `Photo ${number} of ${address}` : caption}
            sizes="(min-width: 1248px) 1150px, 100vw"
            loading="eager"
          />
          <div className={styles.foot}>
            <IconButton boxed label="Previous photo" onClick={() => step(-1)}>
              <ChevronLeftIcon />
            </IconButton>
            <p className={styles.caption} aria-live="polite">
              {caption}
            </p>
            <IconButton boxed label="Next photo" onClick={() => step(1)}>
              <ChevronRightIcon />
            </IconButton>
          </div>
        </div>
      )}
    </DialogFrame>
  )
}
