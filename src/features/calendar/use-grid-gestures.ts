import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { movedBy, type Span, spanAt, spanBetween, stretchedBy } from '#core/domain/grid-times.ts'
import { dayMinutes } from '#core/domain/usual-times.ts'
import { minutesOfDay } from '#core/domain/wall-clock.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'

/** What a drag or the keys would make of an event, or of an empty time. */
export type Draft = Span & { date: string; event: RecordedVisit | null; isByKey?: boolean }

type Point = { day: number; minute: number }

type Gesture = {
  what: 'new' | 'move' | 'stretch'
  event: RecordedVisit | null
  from: Point
  x: number
  y: number
  isDragging: boolean
  isTouch: boolean
  holding: ReturnType<typeof setTimeout> | undefined
}

type GridGestures = {
  /** Of the columns, whose hours are the height of it. */
  grid: RefObject<HTMLDivElement | null>
  days: readonly string[]
  events: readonly RecordedVisit[]
  onCreate: (times: Span & { date: string }) => void
  onDrop: (draft: Draft) => void
}

/** Further, a press is a drag. */
const slipPixels = 5
/** A finger that stays this long drags; one that moves sooner scrolls. */
const holdMs = 350
const edgePixels = 28

/** Presses and drags on the grid: on an empty time they make something, on an event they move it, at its end they stretch it. */
export function useGridGestures({ grid, days, events, onCreate, onDrop }: GridGestures) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const gesture = useRef<Gesture | null>(null)
  const hasDragged = useRef(false)

  useEffect(() => {
    const { current } = grid
    const stay = (event: TouchEvent) => {
      if (gesture.current?.isDragging) event.preventDefault()
    }
    // React's own listener could not keep the page from scrolling.
    current?.addEventListener('touchmove', stay, { passive: false })
    return () => current?.removeEventListener('touchmove', stay)
  }, [grid])

  function pointAt({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top, width, height } = grid.current?.getBoundingClientRect() ?? new DOMRect()
    const day = Math.floor(((clientX - left) / width) * days.length)
    return {
      day: Math.min(Math.max(day, 0), days.length - 1),
      minute: Math.min(Math.max(((clientY - top) / height) * dayMinutes, 0), dayMinutes),
    }
  }

  function press(pressed: PointerEvent): void {
    if (pressed.button !== 0 || gesture.current !== null) return
    const target = pressed.target as Element
    const event = eventAt(target, events)
    const what = event === null ? 'new' : target.closest('[data-end]') === null ? 'move' : 'stretch'
    const { clientX: x, clientY: y } = pressed
    const isTouch = pressed.pointerType === 'touch'
    const holding = isTouch ? setTimeout(() => drag(x, y), holdMs) : undefined
    gesture.current = { what, event, from: pointAt(pressed), x, y, isDragging: false, isTouch, holding }
    hasDragged.current = false
    addEventListener('pointermove', move)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', end)
    addEventListener('keydown', cancelByKey)
  }

  function move(moved: globalThis.PointerEvent): void {
    const { current } = gesture
    if (current === null) return
    const distance = Math.hypot(moved.clientX - current.x, moved.clientY - current.y)
    if (!current.isDragging && distance <= slipPixels) return
    if (!current.isDragging && current.isTouch) end()
    else drag(moved.clientX, moved.clientY)
  }

  function drag(clientX: number, clientY: number): void {
    const { current } = gesture
    if (current === null) return
    current.isDragging = true
    hasDragged.current = true
    scrollAtEdge(grid.current, clientY)
    setDraft(draftOf(current, pointAt({ clientX, clientY }), days))
  }

  function release({ clientX, clientY }: globalThis.PointerEvent): void {
    const { current } = gesture
    end()
    if (current?.isDragging) onDrop(draftOf(current, pointAt({ clientX, clientY }), days))
  }

  function cancelByKey({ key }: KeyboardEvent): void {
    if (key === 'Escape') end()
  }

  function end(): void {
    clearTimeout(gesture.current?.holding)
    gesture.current = null
    setDraft(null)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', release)
    removeEventListener('pointercancel', end)
    removeEventListener('keydown', cancelByKey)
  }

  return {
    draft,
    setDraft,
    handlers: {
      onPointerDown: press,
      /** What ends a drag is no press on what lies there. */
      onClickCapture: (click: React.MouseEvent) => {
        // Keys press without a pointer, and so without its count.
        if (hasDragged.current && click.detail > 0) click.stopPropagation()
        else if (
          eventAt(click.target as Element, events) === null &&
          (click.target as Element).closest('button') === null
        ) {
          const { day, minute } = pointAt(click)
          onCreate({ date: days[day] ?? '', ...spanAt(minute) })
        }
        hasDragged.current = false
      },
      onContextMenu: (menu: React.MouseEvent) => {
        if (gesture.current?.isTouch) menu.preventDefault()
      },
    },
  }
}

/** The event whose slab this is a part of. */
export function eventAt(element: Element, events: readonly RecordedVisit[]): RecordedVisit | null {
  const key = element.closest<HTMLElement>('[data-event]')?.dataset['event']
  return events.find((event) => event.key === key) ?? null
}

export function spanOf({ start_time, end_time }: RecordedVisit): Span {
  const start = Math.floor(minutesOfDay(start_time))
  return { start, end: Math.max(Math.floor(minutesOfDay(end_time)), start) }
}

function draftOf({ what, event, from }: Gesture, to: Point, days: readonly string[]): Draft {
  const by = to.minute - from.minute
  if (event === null) return { event, date: days[from.day] ?? '', ...spanBetween(from.minute, to.minute) }
  if (what === 'stretch') return { event, date: event.date, ...stretchedBy(spanOf(event), by) }
  return { event, date: days[to.day] ?? event.date, ...movedBy(spanOf(event), by) }
}

function scrollAtEdge(grid: Element | null, y: number): void {
  const area = grid?.parentElement
  if (!area) return
  const { top, bottom } = area.getBoundingClientRect()
  if (y < top + edgePixels) area.scrollTop -= edgePixels / 2
  else if (y > bottom - edgePixels) area.scrollTop += edgePixels / 2
}
