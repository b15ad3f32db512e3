import { useRef, type MouseEvent, type PointerEvent, type RefObject, useState, type KeyboardEvent } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useProgressiveList } from '#ui/lists/use-progressive-list.ts'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { firstStepPosition, withPhotoMoved, type PhotoMove } from './photo-commands.ts'
import { useDrag, type PointerPlace } from '#ui/hooks/use-drag.ts'
import { RecordMark } from '#records/states/record-notice.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { CheckIcon } from '#ui/icons/icon.tsx'
import { ListingPhoto } from '#features/listings/list/listing-photo.tsx'
import styles from './photos.module.css'

type PhotoOrderProps = {
  photos: readonly PhotoRow[]
  address: string
  /** Keys of the selected photos; null if the agent is not selecting, so that a press opens a photo. */
  chosen: ReadonlySet<LocalKey> | null
  onPress: (photo: PhotoRow) => void
  onMove: (key: LocalKey, move: PhotoMove) => Promise<void>
}

/** How many photos are rendered first: more than a large screen shows. */
const photosAtFirst = 24

/** A list of photos that can be reordered by dragging, or with Shift and an arrow key. */
export function PhotoOrder({ photos: all, address, chosen, onPress, onMove }: PhotoOrderProps) {
  const photos = useProgressiveList(all, photosAtFirst)
  const list = useRef<HTMLOListElement>(null)
  const first = firstStepPosition(photos)
  const keys = photos.map(({ key }) => key)
  const { drag, listProps } = usePhotoDrag({ list, keys, first, onDrop: (key, to) => void onMove(key, { to }) })
  const shown = drag === null ? photos : withPhotoMoved(photos, drag.key, drag.to)

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

/** A pressed photo. All positions are those at the moment of the press. */
type Grip = {
  key: LocalKey
  startRect: DOMRect
  /** Where the pointer was. */
  from: PointerPlace
  /** Of all photos, in order. */
  rects: DOMRect[]
}

/** The dragged photo, its new position in the list, and its offset from this position in pixels. */
type PhotoDrag = { key: LocalKey; to: number; offset: { x: number; y: number } }

type PhotoDragOptions = {
  list: RefObject<HTMLElement | null>
  keys: readonly LocalKey[]
  /** The position of the first photo that can be dragged. */
  first: number
  onDrop: (key: LocalKey, to: number) => void
}

/** Drag and drop of the children of `list`, which have `data-photo`. */
function usePhotoDrag({ list, keys, first, onDrop }: PhotoDragOptions) {
  const [drag, setDrag] = useState<PhotoDrag | null>(null)
  const { endsDrag, handlers } = useDrag<Grip>({
    area: list,
    gripAt,
    onDrag: (grip, at) => setDrag(dragOf(grip, at)),
    onDrop: (grip, at) => {
      const { key, to } = dragOf(grip, at)
      if (grip.rects[to] !== grip.startRect) onDrop(key, to)
    },
    onEnd: () => setDrag(null),
  })

  function gripAt({ target, clientX, clientY }: PointerEvent): Grip | null {
    const key = (target as Element).closest<HTMLElement>('[data-photo]')?.dataset['photo']
    const index = keys.findIndex((photoKey) => photoKey === key)
    const rects = [...(list.current?.children ?? [])].map((photo) => photo.getBoundingClientRect())
    const startRect = rects[index]
    if (key === undefined || startRect === undefined || index < first) return null
    return { key, startRect, from: { clientX, clientY }, rects }
  }

  return {
    drag,
    listProps: {
      ...handlers,
      // The click that ends a drag must not open the photo.
      onClickCapture: (click: MouseEvent) => endsDrag(click) && click.stopPropagation(),
    },
  }
}

function dragOf({ key, startRect, from, rects }: Grip, at: PointerPlace): PhotoDrag {
  const distances = rects.map(({ x, y, width, height }) =>
    Math.hypot(at.clientX - x - width / 2, at.clientY - y - height / 2),
  )
  const to = distances.indexOf(Math.min(...distances))
  const { x, y } = rects[to] ?? startRect
  const [movedX, movedY] = [at.clientX - from.clientX, at.clientY - from.clientY]
  return { key, to, offset: { x: movedX + startRect.x - x, y: movedY + startRect.y - y } }
}

type PhotoTileProps = {
  photo: PhotoRow
  address: string
  /** Position, counted from 1. */
  number: number
  /** Distance from its place in the list, in pixels; null unless it is dragged. */
  offset: { x: number; y: number } | null
  /** Null if the agent is not selecting photos. */
  isChosen: boolean | null
  onPress: () => void
  onStep: (by: -1 | 1) => void
}

const steps: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

function PhotoTile({ photo, address, number, offset, isChosen, onPress, onStep }: PhotoTileProps) {
  const { caption = '', is_primary } = photo

  function keyDown(event: KeyboardEvent) {
    const by = steps[event.key]
    if (!event.shiftKey || by === undefined) return
    event.preventDefault()
    onStep(by)
  }

  return (
    <li
      className={styles.tile}
      data-photo={photo.key}
      data-dragged={offset !== null || undefined}
      style={offset === null ? undefined : { transform: `translate(${offset.x}px, ${offset.y}px)` }}
    >
      <button
        type="button"
        className={styles.button}
        aria-label={`${isChosen === null ? 'Edit' : 'Select'} ${photoName(photo, number)}`}
        aria-pressed={isChosen ?? undefined}
        onClick={onPress}
        onKeyDown={keyDown}
      >
        <ListingPhoto
          className={classNames(styles.buttonPhoto, styles.tilePhoto)}
          photo={photo}
          address={address}
          alt={caption === '' ? `Photo ${number} of ${address}` : caption}
          sizes="200px"
        >
          <span className={styles.number} aria-hidden>
            {number}
          </span>
          {isChosen !== null && (
            <span className={styles.choice} aria-hidden>
              {isChosen && <CheckIcon size={18} />}
            </span>
          )}
        </ListingPhoto>
      </button>
      <p className={styles.words}>
        {is_primary === true && <strong>Main photo</strong>}
        {caption !== '' && <span className={styles.caption}>{caption}</span>}
        <RecordMark entity="listing_image" recordKey={photo.key} />
      </p>
    </li>
  )
}

/** Returns "photo 3, Kitchen". */
function photoName({ caption = '' }: PhotoRow, number: number): string {
  return caption === '' ? `photo ${number}` : `photo ${number}, ${caption}`
}
