import { useEffect, useState } from 'react'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import type { Device } from '#storage/device/device.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { onTableChange } from '#storage/reading/live-query.ts'
import { readSearchableRecords, tablesRead, type FoundRecord } from './read-searchable-records.ts'

type Everything = { records: readonly FoundRecord[]; isComplete: boolean }

/** `change` is aborted by the first change of a record; `today` is the day that the records' texts call today. */
type Reading = {
  today: string
  change: AbortController
  everything: () => Everything
  follow: (listener: () => void) => () => void
}

const readings = new WeakMap<Device, Reading>()

/**
 * Returns all records of the device, read again when a search opens after a change; clients and listings first. Until a
 * kind is read, the previous search's records stay. A search closed early leaves its reading to the next one.
 */
export function useSearchableRecords(): Everything {
  const device = useDevice()
  const [everything, setEverything] = useState(() => currentReading(device).everything())
  useEffect(() => {
    const reading = currentReading(device)
    const show = () => setEverything(reading.everything())
    show()
    return reading.follow(show)
  }, [device])
  return everything
}

function currentReading(device: Device): Reading {
  const today = dateOfInstant(device.clock.now())
  const last = readings.get(device)
  const isOfToday = last?.today === today
  if (isOfToday && !last.change.signal.aborted) return last
  last?.change.abort()
  const reading = aReading(device, today, isOfToday ? last.everything().records : [])
  readings.set(device, reading)
  return reading
}

/** Starts reading once a search follows it. */
function aReading(device: Device, today: string, before: readonly FoundRecord[]): Reading {
  const change = new AbortController()
  const listeners = new Set<() => void>()
  let everything: Everything = { records: before, isComplete: false }
  let reading: Promise<void> | undefined
  // After a change the next search starts another reading, and two at once would slow each other down.
  const isWanted = () => listeners.size > 0 || !change.signal.aborted
  const tell = (records: readonly FoundRecord[], isComplete: boolean) => {
    if (!isWanted()) return
    const kinds = new Set(records.map(({ kind }) => kind))
    const others = isComplete ? [] : everything.records.filter(({ kind }) => !kinds.has(kind))
    everything = { records: [...records, ...others], isComplete }
    for (const listener of listeners) listener()
  }
  const read = () => {
    abortAtAChange(change, device)
    return readSearchableRecords(device, today, isWanted, tell).catch(() => {
      // Every screen reports an unreadable database; the next search tries again.
      change.abort()
      tell(everything.records, true)
    })
  }
  return {
    today,
    change,
    everything: () => everything,
    follow: (listener) => {
      listeners.add(listener)
      reading ??= read()
      return () => listeners.delete(listener)
    },
  }
}

function abortAtAChange(change: AbortController, { database }: Device): void {
  for (const table of tablesRead) {
    const stop = onTableChange(database, table, () => change.abort())
    change.signal.addEventListener('abort', stop, { once: true })
  }
}
