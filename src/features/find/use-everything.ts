import { useEffect, useState } from 'react'
import { dateOfInstant } from '#core/domain/wall-clock.ts'
import type { Device } from '#storage/device.ts'
import { useDevice } from '#storage/device-context.tsx'
import { type FoundRecord, readEverything } from './read-everything.ts'

type Everything = { records: readonly FoundRecord[]; isComplete: boolean }

/** What was read last, and on which day, since its words say "today". */
const lastRead = new WeakMap<Device, { today: string; records: readonly FoundRecord[] }>()

/**
 * All records of the device, read once for each search; first clients and listings, then the rest. What is not read yet
 * stands as the search before had it.
 */
export function useEverything(): Everything {
  const device = useDevice()
  const [read, setRead] = useState<Everything>(() => ({ records: keptOf(device) ?? [], isComplete: false }))
  useEffect(() => {
    let isHere = true
    const today = dateOfInstant(device.clock.now())
    const kept = keptOf(device)
    const tell = (records: readonly FoundRecord[], isComplete: boolean) => {
      const kinds = new Set(records.map(({ kind }) => kind))
      const others = isComplete || kept === undefined ? [] : kept.filter(({ kind }) => !kinds.has(kind))
      if (isHere) setRead({ records: [...records, ...others], isComplete })
    }
    readEverything(
      device,
      today,
      () => isHere,
      (records, isComplete) => {
        if (isComplete && isHere) lastRead.set(device, { today, records })
        tell(records, isComplete)
      },
      // A database that cannot be read says so on every screen.
    ).catch(() => tell(kept ?? [], true))
    return () => {
      isHere = false
    }
  }, [device])
  return read
}

function keptOf(device: Device): readonly FoundRecord[] | undefined {
  const last = lastRead.get(device)
  return last?.today === dateOfInstant(device.clock.now()) ? last.records : undefined
}
