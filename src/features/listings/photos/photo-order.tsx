import { useRef } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useAllSoon } from '#ui/lists/use-all-soon.ts'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { firstMovable, inPlace, type PhotoMove } from './photo-commands.ts'
import styles from './photo-order.module.css'
import { PhotoTile } from './photo-tile.tsx'
import { usePhotoDrag } from './use-photo-drag.ts'

type PhotoOrderProps = {
  /** In the order in which they are shown. */
  photos: readonly PhotoRow[]
  address: string
  /** Null while a press opens a photo. */
  chosen: ReadonlySet<LocalKey> | null
  onPress: (photo: PhotoRow) => void
  onMove: (key: LocalKey, move: PhotoMove) => Promise<void>
}

/** More than a large screen holds. */
const photosAtFirst = 24

/** The photos in their order, which dragging and the arrow keys change. */
export function PhotoOrder({ photos: all, address, chosen, onPress, onMove }: PhotoOrderProps) {
  const photos = useAllSoon(all, photosAtFirst)
  const list = useRef<HTMLOListElement>(null)
  const first = firstMovable(photos)
  const keys = photos.map(({ key }) => key)
  const { drag, listProps } = usePhotoDrag({ list, keys, first, onDrop: (key, to) => void onMove(key, { to }) })
  const shown = drag === null ? photos : inPlace(photos, drag.key, drag.to)

  async function step(key: LocalKey, by: -1 | 1) {
    await onMove(key, { by })
    list.current?.querySelector<HTMLElement>(`[data-photo="${key}"] button`)?.focus()
  }

  return (
    <ol ref={list} className={styles.list} aria-label="Photos" {...listProps}>
      {shown.map((photo, index) => (
        <PhotoTile
          key={photo.key}
          photo={photo}
          address={address}
          number={index + 1}
          offset={drag?.key === photo.key ? drag.offset : null}
          isChosen={chosen === null ? null : chosen.has(photo.key)}
          onPress={() => onPress(photo)}
          onStep={(by) => void step(photo.key, by)}
        />
      ))}
    </ol>
  )
}
