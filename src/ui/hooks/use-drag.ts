import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'

/** Where a pointer is on the screen. */
export type PointerPlace = { clientX: number; clientY: number }

type Drag<Grip> = {
  /** Where it happens; the page does not scroll there while something is dragged. */
  area: RefObject<HTMLElement | null>
  /** What a press takes hold of; null where it means nothing. */
  gripAt: (pressed: PointerEvent) => Grip | null
  onDrag: (grip: Grip, at: PointerPlace) => void
  onDrop: (grip: Grip, at: PointerPlace) => void
  /** Nothing is held any more, dropped or not. */
  onEnd: () => void
}

type Held<Grip> = {
  grip: Grip
  /** Of the pointer that took hold; another finger changes nothing. */
  pointerId: number
  listening: AbortController
  x: number
  y: number
  isDragging: boolean
  isTouch: boolean
  holding: ReturnType<typeof setTimeout> | undefined
}

/** Further, a press is a drag. */
const slipPixels = 5
/** A finger that stays this long drags; one that moves sooner scrolls. */
const holdMs = 350

/** Dragging with a mouse, a pen or a finger that holds; Escape leaves all as it was. */
export function useDrag<Grip>({ area, gripAt, onDrag, onDrop, onEnd }: Drag<Grip>) {
  const held = useRef<Held<Grip> | null>(null)
  const hasDragged = useRef(false)

  useEffect(() => () => letGo(held), [])
  useNoScroll(area, () => held.current?.isDragging === true)

  function press(pressed: PointerEvent): void {
    if (pressed.button !== 0 || held.current !== null) return
    hasDragged.current = false
    const grip = gripAt(pressed)
    if (grip === null) return
    held.current = holdOf(grip, pressed, drag)
    const { signal } = held.current.listening
    addEventListener('pointermove', move, { signal })
    addEventListener('pointerup', release, { signal })
    addEventListener('pointercancel', (event) => isHolding(event) && end(), { signal })
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  }

  const isHolding = ({ pointerId }: globalThis.PointerEvent) => held.current?.pointerId === pointerId

  function move(moved: globalThis.PointerEvent): void {
    const { current } = held
    if (current === null || !isHolding(moved)) return
    const distance = Math.hypot(moved.clientX - current.x, moved.clientY - current.y)
    if (!current.isDragging && distance <= slipPixels) return
    if (!current.isDragging && current.isTouch) end()
    else drag(moved)
  }

  function drag(at: PointerPlace): void {
    const { current } = held
    if (current === null) return
    current.isDragging = true
    hasDragged.current = true
    onDrag(current.grip, at)
  }

  function release(at: globalThis.PointerEvent): void {
    const { current } = held
    if (!isHolding(at)) return
    end()
    if (current?.isDragging) onDrop(current.grip, at)
  }

  function end(): void {
    letGo(held)
    onEnd()
  }

  /** Whether this click is the end of a drag, and so no press on what lies there; asked once for each. */
  function endsDrag(click: MouseEvent): boolean {
    // Keys press without a pointer, and so without its count.
    const ends = hasDragged.current && click.detail > 0
    hasDragged.current = false
    return ends
  }

  return {
    endsDrag,
    handlers: {
      onPointerDown: press,
      onContextMenu: (menu: MouseEvent) => {
        if (held.current?.isTouch) menu.preventDefault()
      },
    },
  }
}

function letGo(held: RefObject<Held<unknown> | null>): void {
  clearTimeout(held.current?.holding)
  held.current?.listening.abort()
  held.current = null
}

function holdOf<Grip>(grip: Grip, pressed: PointerEvent, onHold: (at: PointerPlace) => void): Held<Grip> {
  const { clientX: x, clientY: y, pointerId } = pressed
  const isTouch = pressed.pointerType === 'touch'
  const holding = isTouch ? setTimeout(() => onHold({ clientX: x, clientY: y }), holdMs) : undefined
  return { grip, pointerId, listening: new AbortController(), x, y, isDragging: false, isTouch, holding }
}

/** The page does not scroll under a finger that drags. */
function useNoScroll(area: RefObject<HTMLElement | null>, isDragging: () => boolean): void {
  useEffect(() => {
    const { current } = area
    const stay = (event: TouchEvent) => {
      if (isDragging()) event.preventDefault()
    }
    // React's own listener could not keep the page from scrolling.
    current?.addEventListener('touchmove', stay, { passive: false })
    return () => current?.removeEventListener('touchmove', stay)
    // After every drawing: the area may come later than what hosts it.
  })
}
