import { useEffect, useState } from 'react'
import { dateOfInstant } from '#core/domain/wall-clock.ts'
import type { Device } from '#storage/device.ts'
import { useDevice } from '#storage/device-context.tsx'
import { onChange } from '#storage/on-change.ts'
import { type FoundRecord, readEverything, tablesRead } from './read-everything.ts'

type Everything = { records: readonly FoundRecord[]; isComplete: boolean }

/** `changed` is aborted by the first change of a record; `today` is the day that the words of the records call so. */
type Kept = { records: readonly FoundRecord[]; today: string; changed: AbortSignal }

const lastRead = new WeakMap<Device, Kept>()

/**
 * All records of the device, read when a search opens and something has changed since the one before; first clients and
 * listings, then the rest. What is not read yet stands as the search before had it.
 */
export function useEverything(): Everything {
  const device = useDevice()
  const [read, setRead] = useState<Everything>(() => {
    const kept = keptOf(device)
    return { records: kept?.records ?? [], isComplete: kept?.changed.aborted === false }
  })
  useEffect(() => {
    let isHere = true
    const kept = keptOf(device)
    if (kept?.changed.aborted === false) return
    const change = firstChange(device)
    const { signal: changed } = change
    const today = dateOfInstant(device.clock.now())
    const tell = (records: readonly FoundRecord[], isComplete: boolean) => {
      const kinds = new Set(records.map(({ kind }) => kind))
      const others = isComplete || kept === undefined ? [] : kept.records.filter(({ kind }) => !kinds.has(kind))
      if (isComplete) lastRead.set(device, { records, today, changed })
      setRead({ records: [...records, ...others], isComplete })
    }
    readEverything(
      device,
      today,
      () => isHere,
      (records, isComplete) => {
        if (isHere) tell(records, isComplete)
      },
      // A database that cannot be read says so on every screen.
    ).catch(() => {
      if (isHere) setRead({ records: kept?.records ?? [], isComplete: true })
    })
    return () => {
      isHere = false
      // What was not read to its end is not kept, so its changes are not followed.
      if (lastRead.get(device)?.changed !== changed) change.abort()
    }
  }, [device])
  return read
}

function keptOf(device: Device): Kept | undefined {
  const kept = lastRead.get(device)
  return kept?.today === dateOfInstant(device.clock.now()) ? kept : undefined
}

function firstChange({ database }: Device): AbortController {
  const change = new AbortController()
  for (const table of tablesRead) {
    const stop = onChange(database, table, () => change.abort())
    change.signal.addEventListener('abort', stop, { once: true })
  }
  return change
}
