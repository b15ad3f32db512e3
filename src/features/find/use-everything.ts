import { useEffect, useState } from 'react'
import { dateOfInstant } from '#core/domain/wall-clock.ts'
import { useDevice } from '#storage/device-context.tsx'
import { type FoundRecord, readEverything } from './read-everything.ts'

type Everything = { records: readonly FoundRecord[]; isComplete: boolean }

/** All records of the device, read once while somebody searches; first clients and listings, then the rest. */
export function useEverything(): Everything {
  const device = useDevice()
  const [read, setRead] = useState<Everything>({ records: [], isComplete: false })
  useEffect(() => {
    let isHere = true
    const today = dateOfInstant(device.clock.now())
    const tell = (records: FoundRecord[], isComplete: boolean) => {
      if (isHere) setRead({ records, isComplete })
    }
    // A database that cannot be read says so on every screen.
    readEverything(device, today, () => isHere, tell).catch(() => tell([], true))
    return () => {
      isHere = false
    }
  }, [device])
  return read
}
