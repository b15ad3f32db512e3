import { type MouseEvent, type PointerEvent, type RefObject, useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { type PointerPlace, useDrag } from '#ui/hooks/use-drag.ts'

type Grip = {
  key: LocalKey
  /** Where it was, and where the pointer took hold of it. */
  home: DOMRect
  from: PointerPlace
  /** Of all photos, in their order. */
  places: DOMRect[]
}

/** The photo that is dragged, the place it would take, and how far it is from there. */
type PhotoDrag = { key: LocalKey; to: number; offset: { x: number; y: number } }

type PhotoDragOptions = {
  list: RefObject<HTMLElement | null>
  /** In the order in which they are shown. */
  keys: readonly LocalKey[]
  /** The first place whose photo may be dragged. */
  first: number
  onDrop: (key: LocalKey, to: number) => void
}

/** Lets the photos of a list, told apart by `data-photo`, be dragged to another place of it. */
export function usePhotoDrag({ list, keys, first, onDrop }: PhotoDragOptions) {
  const [drag, setDrag] = useState<PhotoDrag | null>(null)
  const { endsDrag, handlers } = useDrag<Grip>({
    area: list,
    gripAt,
    onDrag: (grip, at) => setDrag(dragOf(grip, at)),
    onDrop: (grip, at) => {
      const { key, to } = dragOf(grip, at)
      if (grip.places[to] !== grip.home) onDrop(key, to)
    },
    onEnd: () => setDrag(null),
  })

  function gripAt({ target, clientX, clientY }: PointerEvent): Grip | null {
    const key = (target as Element).closest<HTMLElement>('[data-photo]')?.dataset['photo']
    const index = keys.findIndex((one) => one === key)
    const places = [...(list.current?.children ?? [])].map((place) => place.getBoundingClientRect())
    const home = places[index]
    if (key === undefined || home === undefined || index < first) return null
    return { key, home, from: { clientX, clientY }, places }
  }

  return {
    drag,
    listProps: {
      ...handlers,
      onClickCapture: (click: MouseEvent) => endsDrag(click) && click.stopPropagation(),
    },
  }
}

function dragOf({ key, home, from, places }: Grip, at: PointerPlace): PhotoDrag {
  const distances = places.map(({ x, y, width, height }) =>
    Math.hypot(at.clientX - x - width / 2, at.clientY - y - height / 2),
  )
  const to = distances.indexOf(Math.min(...distances))
  const { x, y } = places[to] ?? home
  return { key, to, offset: { x: at.clientX - from.clientX + home.x - x, y: at.clientY - from.clientY + home.y - y } }
}
