import { useEffect, useState } from 'react'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import type { Device } from '#storage/device/device.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { onTableChange } from '#storage/reading/live-query.ts'
import { readSearchableRecords, searchedTables, type FoundRecord } from './read-searchable-records.ts'

type Everything = { records: readonly FoundRecord[]; isComplete: boolean }

/** One pass over the database. Its result is used until a record changes or the day ends. */
type Reading = {
  /** The records' texts contain words such as "today", which mean this date. */
  today: string
  /** Aborted by the first change of a record. */
  change: AbortController
  everything: () => Everything
  subscribe: (listener: () => void) => () => void
}

const readings = new WeakMap<Device, Reading>()

/** Clients and listings are read first. The first search after a change reads again; until a kind is read, its previous records are returned. */
export function useSearchableRecords(): Everything {
  const device = useDevice()
  const [everything, setEverything] = useState(() => currentReading(device).everything())
  useEffect(() => {
    const reading = currentReading(device)
    const show = () => setEverything(reading.everything())
    show()
    return reading.subscribe(show)
  }, [device])
  return everything
}

function currentReading(device: Device): Reading {
  const today = dateOfInstant(device.clock.now())
  const last = readings.get(device)
  const isOfToday = last?.today === today
  if (isOfToday && !last.change.signal.aborted) return last
  last?.change.abort()
  const reading = createReading(device, today, isOfToday ? last.everything().records : [])
  readings.set(device, reading)
  return reading
}

/** Creates a reading, which starts with its first subscriber. */
function createReading(device: Device, today: string, previous: readonly FoundRecord[]): Reading {
  const change = new AbortController()
  const listeners = new Set<() => void>()
  let everything: Everything = { records: previous, isComplete: false }
  let reading: Promise<void> | undefined
  // A reading without subscribers continues, unless a record has changed: then the next search starts another one.
  const isWanted = () => listeners.size > 0 || !change.signal.aborted
  const publish = (records: readonly FoundRecord[], isComplete: boolean) => {
    if (!isWanted()) return
    const readKinds = new Set(records.map(({ kind }) => kind))
    const previousOfOtherKinds = isComplete ? [] : everything.records.filter(({ kind }) => !readKinds.has(kind))
    everything = { records: [...records, ...previousOfOtherKinds], isComplete }
    for (const listener of listeners) listener()
  }
  const read = () => {
    abortAtAChange(change, device)
    return readSearchableRecords(device, today, isWanted, publish).catch(() => {
      // Every screen reports an unreadable database by itself. The next search tries again.
      change.abort()
      publish(everything.records, true)
    })
  }
  return {
    today,
    change,
    everything: () => everything,
    subscribe: (listener) => {
      listeners.add(listener)
      reading ??= read()
      return () => listeners.delete(listener)
    },
  }
}

function abortAtAChange(change: AbortController, { database }: Device): void {
  for (const table of searchedTables) {
    const stop = onTableChange(database, table, () => change.abort())
    change.signal.addEventListener('abort', stop, { once: true })
  }
}
