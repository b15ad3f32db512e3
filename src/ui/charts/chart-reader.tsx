import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import styles from './chart-reader.module.css'
import { serialQueue } from '#core/serial-queue.ts'
import { Skeleton } from '#ui/lists/placeholders.tsx'

export type ChartReading = {
  /** Where it is drawn: 0 at the left end of the plot, 1 at its right end. */
  at: number
  title: string
  /** What is drawn there: a name and its figure each. */
  figures: readonly { name: string; figure: string }[]
}

type ChartReaderProps = {
  /** What can be walked through: "Days of Zillow". */
  label: string
  /** The room around the plot in pixels, as the chart has it. */
  margin: { top: number; right: number; bottom: number; left: number }
  /** From left to right. */
  readings: readonly ChartReading[]
  /** The drawing, for its room in pixels. */
  children: (size: Size) => ReactNode
}

type Size = { width: number; height: number }

/** Says what a chart shows at one place: where the pointer is, where it was touched, or where the arrow keys have led. */
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
    // The pointer only points; whoever uses keys has the range below.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={room}
      className={styles.reader}
      onPointerMove={readAt}
      onPointerDown={(event) => {
        // A touch shows what it touched until something else is pressed.
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

/**
 * Null until it is this chart's turn. It is asked for in a frame of its own, also below the screen, where paper needs it;
 * asked for by the chart itself it would have all of the page laid out in the task that draws it.
 */
function useSizeInTurn(room: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = room.current
    if (element === null) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      // Of one that is being taken away nothing is left to be measured.
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

/**
 * Does the work in a frame of its own: one such piece in a frame, so that a page of many charts holds up no press while it
 * draws them. Returns what withdraws it.
 */
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
        // On the side with more room.
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
