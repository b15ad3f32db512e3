import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'

export type PointerPlace = { clientX: number; clientY: number }

type Drag<Grip> = {
  /** The drag area, which does not scroll during a drag. */
  area: RefObject<HTMLElement | null>
  /** Returns what a press grabs; null if nothing. */
  gripAt: (pressed: PointerEvent) => Grip | null
  onDrag: (grip: Grip, at: PointerPlace) => void
  onDrop: (grip: Grip, at: PointerPlace) => void
  /** Called when a press or drag ends, dropped or not. */
  onEnd: () => void
}

/** The current press, which may become a drag. */
type Held<Grip> = {
  grip: Grip
  /** The pointer that pressed; all others are ignored. */
  pointerId: number
  listening: AbortController
  x: number
  y: number
  isDragging: boolean
  isTouch: boolean
  holdTimer: ReturnType<typeof setTimeout> | undefined
}

/** A press that moves farther is a drag. */
const slipPixels = 5
/** A finger held this long starts a drag; one that moves earlier scrolls. */
const holdMs = 350

/** Reports drags with a mouse, a pen or a held finger; Escape cancels. */
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

  /** Whether this click only ends a drag. Call it once per click, because it resets the answer. */
  function endsDrag(click: MouseEvent): boolean {
    // Clicks by keyboard have `detail` 0.
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
  clearTimeout(held.current?.holdTimer)
  held.current?.listening.abort()
  held.current = null
}

function holdOf<Grip>(grip: Grip, pressed: PointerEvent, onHold: (at: PointerPlace) => void): Held<Grip> {
  const { clientX: x, clientY: y, pointerId } = pressed
  const isTouch = pressed.pointerType === 'touch'
  const holdTimer = isTouch ? setTimeout(() => onHold({ clientX: x, clientY: y }), holdMs) : undefined
  return { grip, pointerId, listening: new AbortController(), x, y, isDragging: false, isTouch, holdTimer }
}

function useNoScroll(area: RefObject<HTMLElement | null>, isDragging: () => boolean): void {
  useEffect(() => {
    const { current } = area
    const stay = (event: TouchEvent) => {
      if (isDragging()) event.preventDefault()
    }
    // React listens passively and could not stop the scrolling.
    current?.addEventListener('touchmove', stay, { passive: false })
    return () => current?.removeEventListener('touchmove', stay)
    // Runs after every render, because the area may mount later than the component.
  })
}
