import { useEffect, useState } from 'react'
import type { Place } from '#core/domain/travel/driving.ts'
import { distanceMeters } from '#core/domain/travel/map-pin.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import { readInSteps } from '#storage/reading/read-in-steps.ts'
import type { PropertyRow } from '#storage/database/rows.ts'
import { exactPlace, isApproximate, placeOfHome } from '#core/domain/travel/place-of-home.ts'
import { factsOf, type Home } from './home.ts'

export type KnownHome = { label: string; place: Place }

/** Where the search for a home's place begins, and the known homes around it, the nearest first. */
export type Surroundings = { start: Place | null; startWords: string; homes: readonly KnownHome[] }

/** Undefined until it is read. */
export function useSurroundings(home: Home): Surroundings | undefined {
  const { database } = useDevice()
  const [surroundings, setSurroundings] = useState<Surroundings>()
  const key = home.property?.key ?? home.listing?.key
  useEffect(() => {
    let isWanted = true
    void readSurroundings(database, home, () => isWanted).then((read) => isWanted && setSurroundings(read))
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- read once for a home: its own pin does not change what is around it
  }, [database, key])
  return surroundings
}

const mostHomes = 12

async function readSurroundings(database: DeviceDatabase, home: Home, isWanted: () => boolean): Promise<Surroundings> {
  const facts = factsOf(home)
  const known: (KnownHome & { key: string })[] = []
  await readInSteps(database.properties, isWanted, (row) => {
    const place = exactPlace(row)
    if (place !== null) known.push({ key: row.key, label: row.address, place })
  })
  const others = known.filter(({ key, label }) => key !== home.property?.key && label !== facts.address)
  const { start, startWords } = await startOf(database, facts)
  const homes = start === null ? [] : nearest(others, start)
  return { start, startWords, homes }
}

async function startOf(
  database: DeviceDatabase,
  facts: Partial<PropertyRow>,
): Promise<Pick<Surroundings, 'start' | 'startWords'>> {
  const start = placeOfHome(facts, await placeFinder(database, [facts]))
  const startWords = isApproximate(start) ? 'the middle of its ZIP code or city' : 'its location so far'
  return { start, startWords }
}

function nearest(homes: readonly KnownHome[], to: Place): KnownHome[] {
  return homes
    .map(({ label, place }) => ({ label, place, meters: distanceMeters(to, place) }))
    .sort((one, other) => one.meters - other.meters)
    .slice(0, mostHomes)
}
