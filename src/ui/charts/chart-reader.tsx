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
  const container = useRef<HTMLDivElement>(null)
  const size = useMeasuredSize(container)
  const plot = useRef<HTMLDivElement>(null)
  const keyInput = useRef<HTMLInputElement>(null)
  const [index, setIndex] = useState<number | null>(null)
  const last = readings.length - 1
  const shown = index === null ? undefined : readings[Math.min(index, last)]

  function readAt({ clientX }: PointerEvent): void {
    const { left, width } = plot.current!.getBoundingClientRect()
    const at = (clientX - left) / width
    const distances = readings.map((reading) => Math.abs(reading.at - at))
    setIndex(distances.indexOf(Math.min(...distances)))
  }

  return (
    // This element handles only pointers; keyboards use the range input below.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={container}
      className={styles.reader}
      onPointerMove={readAt}
      onPointerDown={(event) => {
        // After a touch the values stay until something else is pressed.
        if (event.pointerType !== 'mouse') keyInput.current?.focus({ preventScroll: true })
        readAt(event)
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIndex(null)}
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
        ref={keyInput}
        className={styles.keys}
        type="range"
        min={0}
        max={last}
        value={index ?? last}
        aria-label={label}
        aria-valuetext={formatReading(readings[index ?? last])}
        onChange={(event) => setIndex(Number(event.target.value))}
        onFocus={() => setIndex((before) => before ?? last)}
        onBlur={() => setIndex(null)}
        onKeyDown={({ key }) => key === 'Escape' && setIndex(null)}
      />
    </div>
  )
}

/** Null until measured. Each chart is measured in its own animation frame, because measuring while the page renders forces a layout. */
function useMeasuredSize(container: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = container.current
    if (element === null) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      // An element that is being removed has no size.
      if (width === 0) return
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    const observer = new ResizeObserver(measure)
    const cancel = inFrame(() => {
      measure()
      observer.observe(element)
    })
    return () => {
      cancel()
      observer.disconnect()
    }
  }, [container])
  return size
}

const frames = serialQueue()

/** Runs `work` in an animation frame of its own, so that many charts do not block input. Returns a function that cancels it. */
function inFrame(work: () => void): () => void {
  let isActive = true
  frames(async () => {
    if (isActive) await new Promise(requestAnimationFrame)
    if (isActive) work()
  }).catch(reportError)
  return () => {
    isActive = false
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
