import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import styles from './chart-reader.module.css'
import { serialQueue } from '#core/serial-queue.ts'
import { Skeleton } from '#ui/lists/placeholders.tsx'

export type ChartReading = {
  /** Horizontal position: 0 at the left end of the plot, 1 at the right. */
  at: number
  title: string
  figures: readonly { name: string; figure: string }[]
}

type ChartReaderProps = {
  label: string
  /** In pixels, around the plot. */
  margin: { top: number; right: number; bottom: number; left: number }
  /** From left to right. */
  readings: readonly ChartReading[]
  children: (size: Size) => ReactNode
}

type Size = { width: number; height: number }

/** Shows a chart's values at the point that is hovered, touched, or reached with the arrow keys. */
export function ChartReader({ label, margin, readings, children }: ChartReaderProps) {
  const room = useRef<HTMLDivElement>(null)
  const size = useSizeInTurn(room)
  const plot = useRef<HTMLDivElement>(null)
  const keys = useRef<HTMLInputElement>(null)
  const [place, setPlace] = useState<number | null>(null)
  const last = readings.length - 1
  const shown = place === null ? undefined : readings[Math.min(place, last)]

  function readAt({ clientX }: PointerEvent): void {
    const { left, width } = plot.current!.getBoundingClientRect()
    const at = (clientX - left) / width
    const distances = readings.map((reading) => Math.abs(reading.at - at))
    setPlace(distances.indexOf(Math.min(...distances)))
  }

  return (
    // Pointers only; keyboards use the range input below.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={room}
      className={styles.reader}
      onPointerMove={readAt}
      onPointerDown={(event) => {
        // After a touch the values stay until something else is pressed.
        if (event.pointerType !== 'mouse') keys.current?.focus({ preventScroll: true })
        readAt(event)
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPlace(null)}
    >
      {size === null ? <Skeleton height="100%" /> : children(size)}
      <div
        ref={plot}
        className={styles.plot}
        style={{ inset: `${margin.top}px ${margin.right}px ${margin.bottom}px ${margin.left}px` }}
        aria-hidden
      >
        {shown !== undefined && <Tip {...shown} />}
      </div>
      <input
        ref={keys}
        className={styles.keys}
        type="range"
        min={0}
        max={last}
        value={place ?? last}
        aria-label={label}
        aria-valuetext={formatReading(readings[place ?? last])}
        onChange={(event) => setPlace(Number(event.target.value))}
        onFocus={() => setPlace((before) => before ?? last)}
        onBlur={() => setPlace(null)}
        onKeyDown={({ key }) => key === 'Escape' && setPlace(null)}
      />
    </div>
  )
}

/** Null until its turn: measured in a frame of its own, because measuring while drawing forces a layout of the page. */
function useSizeInTurn(room: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = room.current
    if (element === null) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      // An element that is being removed has no size.
      if (width === 0) return
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    const observer = new ResizeObserver(measure)
    const withdraw = inFrame(() => {
      measure()
      observer.observe(element)
    })
    return () => {
      withdraw()
      observer.disconnect()
    }
  }, [room])
  return size
}

const frames = serialQueue()

/** Runs one work per animation frame, so that many charts do not block input. Returns a function that cancels it. */
function inFrame(work: () => void): () => void {
  let isWanted = true
  frames(async () => {
    if (isWanted) await new Promise(requestAnimationFrame)
    if (isWanted) work()
  }).catch(reportError)
  return () => {
    isWanted = false
  }
}

function Tip({ at, title, figures }: ChartReading) {
  return (
    <>
      <div className={styles.line} style={{ insetInlineStart: `${at * 100}%` }} />
      <div
        className={styles.tip}
        style={at > 0.5 ? { insetInlineEnd: `${(1 - at) * 100}%` } : { insetInlineStart: `${at * 100}%` }}
      >
        <strong>{title}</strong>
        <dl>
          {figures.map(({ name, figure }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

function formatReading(reading: ChartReading | undefined): string {
  if (reading === undefined) return ''
  return `${reading.title}: ${reading.figures.map(({ name, figure }) => `${name} ${figure}`).join(', ')}`
}
