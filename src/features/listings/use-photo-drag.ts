import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'

/** A finger that rests this long lifts the photo; one that moves before scrolls the page. */
const liftMs = 300
/** A mouse that moves this far drags; less is a press. */
const dragPixels = 6

type Point = { x: number; y: number }
type Drag = {
  key: LocalKey
  from: number
  /** The place over which the pointer is. */
  to: number
  /** How far the photo is from that place. */
  offset: Point
}
type Press = {
  key: LocalKey
  from: number
  start: Point
  places: DOMRect[]
  timer: ReturnType<typeof setTimeout> | null
}

type PhotoDragOptions = {
  list: RefObject<HTMLElement | null>
  /** The first item that may be dragged. */
  first: number
  onDrop: (from: number, to: number) => void
}

/** Lets the items of a list be dragged to another place of it, with a mouse or after a rest with a finger. */
export function usePhotoDrag({ list, first, onDrop }: PhotoDragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const press = useRef<Press | null>(null)
  const current = useRef<Drag | null>(null)
  // The press that ends a drag is none on the photo.
  const hasJustDragged = useRef(false)

  function show(next: Drag | null) {
    current.current = next
    setDrag(next)
  }

  function lift() {
    const held = press.current
    if (held !== null) show({ key: held.key, from: held.from, to: held.from, offset: { x: 0, y: 0 } })
  }

  function end() {
    if (press.current?.timer) clearTimeout(press.current.timer)
    press.current = null
    show(null)
  }

  // Only a listener that is not passive may keep the page from scrolling under a lifted photo.
  useEffect(() => {
    const element = list.current
    const hold = (event: TouchEvent) => current.current !== null && event.cancelable && event.preventDefault()
    element?.addEventListener('touchmove', hold, { passive: false })
    return () => element?.removeEventListener('touchmove', hold)
  })

  return {
    drag,
    /** Whether a click belongs to the drag that has just ended. */
    tookClick: () => {
      const took = hasJustDragged.current
      hasJustDragged.current = false
      return took
    },
    itemProps: (key: LocalKey, from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        hasJustDragged.current = false
        if (event.button !== 0 || from < first) return
        const places = [...(list.current?.children ?? [])].map((place) => place.getBoundingClientRect())
        const timer = event.pointerType === 'mouse' ? null : setTimeout(lift, liftMs)
        press.current = { key, from, start: pointOf(event), places, timer }
      },
    }),
    // Of the whole list: a quick mouse is over another item at its first move.
    listProps: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = press.current
        if (held === null) return
        if (event.buttons === 0) return end()
        const { x, y } = pointOf(event)
        const way = { x: x - held.start.x, y: y - held.start.y }
        if (current.current === null) {
          if (Math.hypot(way.x, way.y) < dragPixels) return
          if (held.timer !== null) return end()
          event.currentTarget.setPointerCapture(event.pointerId)
        }
        const isUnder = ({ left, right, top, bottom }: DOMRect) => x >= left && x <= right && y >= top && y <= bottom
        const under = held.places.findIndex(isUnder)
        const to = under === -1 ? (current.current?.to ?? held.from) : under
        const [home, place] = [held.places[held.from]!, held.places[to]!]
        const offset = { x: way.x + home.x - place.x, y: way.y + home.y - place.y }
        show({ key: held.key, from: held.from, to, offset })
      },
      onPointerUp: () => {
        const dropped = current.current
        hasJustDragged.current = dropped !== null
        end()
        if (dropped !== null && dropped.to !== dropped.from) onDrop(dropped.from, dropped.to)
      },
      onPointerCancel: end,
      onContextMenu: (event: { preventDefault: () => void }) => {
        if (current.current !== null) event.preventDefault()
      },
    },
  }
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY }
}
