import { memo, type TouchEvent, useEffect, useEffectEvent, useRef } from 'react'
import { DialogFrame } from '#ui/dialogs/dialog-frame.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#ui/icons/icon.tsx'
import { useProgressiveList } from '#ui/lists/use-progressive-list.ts'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { ListingPhoto } from '#features/listings/list/listing-photo.tsx'
import styles from './photos.module.css'

type PhotoViewerProps = {
  photos: readonly PhotoRow[]
  address: string
  /** Index of the photo; null closes the viewer. */
  shown: number | null
  onShow: (index: number) => void
  onClose: () => void
}

/** Shows one photo in the whole window; the arrow keys and swipes go to the others. */
export function PhotoViewer({ photos, address, shown, onShow, onClose }: PhotoViewerProps) {
  const photo = shown === null ? undefined : photos[shown]
  const isOpen = photo !== undefined
  const step = (by: number) => shown !== null && onShow((shown + by + photos.length) % photos.length)
  const press = useEffectEvent(({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey || shiftKey) return
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  })

  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOpen])

  const swipe = useSideSwipe(step)
  const number = (shown ?? 0) + 1
  const caption = photo?.caption ?? ''
  return (
    <DialogFrame
      open={isOpen}
      onClose={onClose}
      role="dialog"
      size="full"
      title={`Photo ${number} of ${photos.length}`}
      titleActions={
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      }
    >
      {photo !== undefined && (
        <div className={styles.viewer} {...swipe}>
          <ListingPhoto
            key={photo.key}
            className={styles.viewedPhoto}
            photo={photo}
            address={address}
            alt={caption === '' ? `Photo ${number} of ${address}` : caption}
            sizes="100vw"
            loading="eager"
          />
          <Foot caption={caption} isAlone={photos.length < 2} onStep={step} />
          {photos.length > 1 && <Strip photos={photos} address={address} shown={shown} onShow={onShow} />}
        </div>
      )}
    </DialogFrame>
  )
}

type FootProps = { caption: string; isAlone: boolean; onStep: (by: number) => void }

function Foot({ caption, isAlone, onStep }: FootProps) {
  return (
    <div className={styles.foot}>
      {!isAlone && (
        <IconButton boxed label="Previous photo" onClick={() => onStep(-1)}>
          <ChevronLeftIcon />
        </IconButton>
      )}
      <p className={styles.viewedCaption} aria-live="polite">
        {caption}
      </p>
      {!isAlone && (
        <IconButton boxed label="Next photo" onClick={() => onStep(1)}>
          <ChevronRightIcon />
        </IconButton>
      )}
    </div>
  )
}

function Strip({ photos, address, shown, onShow }: Omit<PhotoViewerProps, 'onClose'>) {
  return (
    <ul className={styles.strip} aria-label="All photos">
      {useProgressiveList(photos, (shown ?? 0) + thumbnailsAhead).map((photo, index) => (
        <Thumbnail
          key={photo.key}
          photo={photo}
          address={address}
          index={index}
          isShown={index === shown}
          onShow={onShow}
        />
      ))}
    </ul>
  )
}

/** How many thumbnails after the shown photo are rendered first: about one row on a tablet. */
const thumbnailsAhead = 12

type ThumbnailProps = Pick<PhotoViewerProps, 'address' | 'onShow'> & {
  photo: PhotoRow
  index: number
  isShown: boolean
}

/** Memoized, so that a step to the next photo renders two of up to two hundred thumbnails. */
const Thumbnail = memo(function Thumbnail({ photo, address, index, isShown, onShow }: ThumbnailProps) {
  return (
    <li>
      <button
        type="button"
        ref={isShown ? scrollIntoStrip : undefined}
        aria-label={`Show photo ${index + 1}`}
        aria-current={isShown || undefined}
        onClick={() => onShow(index)}
      >
        <ListingPhoto className={styles.small} photo={photo} address={address} alt="" sizes="96px" />
      </button>
    </li>
  )
})

/** Ref callback that scrolls the thumbnail into view in the next frame, before paint and without an extra layout. */
function scrollIntoStrip(thumbnail: HTMLElement | null): () => void {
  const frame = requestAnimationFrame(() => thumbnail?.scrollIntoView({ block: 'nearest', inline: 'center' }))
  return () => cancelAnimationFrame(frame)
}

const swipePixels = 48

function useSideSwipe(step: (by: -1 | 1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0)
      start.current = touches.length === 1 && touch !== null ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0)
      const from = start.current
      start.current = null
      if (from === null || touch === null) return
      const [across, down] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(across) > swipePixels && Math.abs(across) > 2 * Math.abs(down)) step(across < 0 ? 1 : -1)
    },
  }
}

type PhotoGalleryProps = {
  /** In display order. */
  photos: readonly PhotoRow[]
  address: string
  onView: (index: number) => void
}

/** One row of thumbnails; the last one shows how many more photos there are. */
const shownCount = 6

export function PhotoGallery({ photos, address, onView }: PhotoGalleryProps) {
  if (photos.length < 2) return null
  const shown = photos.slice(0, shownCount)
  const hidden = photos.length - shown.length
  return (
    <section aria-label="Photos">
      <ul className={styles.gallery}>
        {shown.map((photo, index) => {
          const isLast = index === shownCount - 1 && hidden > 0
          const words = [`Photo ${index + 1} of ${photos.length}`, photo.caption, isLast ? `and ${hidden} more` : '']
          return (
            <li key={photo.key}>
              <button
                type="button"
                className={styles.button}
                aria-label={words.filter(Boolean).join(', ')}
                onClick={() => onView(index)}
              >
                <ListingPhoto className={styles.buttonPhoto} photo={photo} address={address} alt="" sizes="160px">
                  {isLast && <span className={styles.more}>+{hidden} more</span>}
                </ListingPhoto>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
