import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { ListingPhoto } from '#features/listings/list/listing-photo.tsx'
import buttonStyles from './photo-button.module.css'
import styles from './photo-gallery.module.css'

type PhotoGalleryProps = {
  /** In the order in which they are shown. */
  photos: readonly PhotoRow[]
  address: string
  /** A photo was pressed. */
  onView: (index: number) => void
}

/** As many small photos as stand in one line; the last one leads to the rest. */
const shownCount = 6

/** All photos, small. Nothing for a listing with one photo, which is large already. */
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
                className={buttonStyles.button}
                aria-label={words.filter(Boolean).join(', ')}
                onClick={() => onView(index)}
              >
                <ListingPhoto className={buttonStyles.photo} photo={photo} address={address} alt="" sizes="160px">
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
