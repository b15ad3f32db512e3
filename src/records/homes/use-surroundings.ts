import { useEffect, useState } from 'react'
import { decodePlaces } from '#core/domain/coded-places.ts'
import type { Place } from '#core/domain/drive-estimate.ts'
import { distanceMeters } from '#core/domain/pin.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { DeviceDatabase } from '#storage/device-database.ts'
import { codedZipPlaces } from '#storage/kept-zip-places.ts'
import { readInSteps } from '#storage/read-in-steps.ts'
import type { PropertyRow } from '#storage/rows.ts'
import { exactPlace } from '#core/domain/place-of-home.ts'
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
  const known: (KnownHome & { key: string; city: string })[] = []
  await readInSteps(database.properties, isWanted, (row) => {
    const place = exactPlace(row)
    if (place !== null) known.push({ key: row.key, label: row.address, city: row.city, place })
  })
  const others = known.filter(({ key, label }) => key !== home.property?.key && label !== facts.address)
  const { start, startWords } = await startOf(facts, others)
  const homes = start === null ? [] : nearest(others, start)
  return { start, startWords, homes }
}

async function startOf(
  facts: Partial<PropertyRow>,
  others: readonly (KnownHome & { city: string })[],
): Promise<Pick<Surroundings, 'start' | 'startWords'>> {
  const own = exactPlace(facts)
  if (own !== null) return { start: own, startWords: 'its location so far' }
  const zip = /^\s*(\d{5})/.exec(facts.zip_code ?? '')?.[1]
  const inZip = zip === undefined ? undefined : await placeOfZip(Number(zip))
  if (inZip !== undefined) return { start: inZip, startWords: `the middle of ZIP code ${zip}` }
  const inCity = others.filter(({ city }) => city.trim().toLowerCase() === facts.city?.trim().toLowerCase())
  if (inCity.length > 0) return { start: middleOf(inCity), startWords: `the middle of your homes in ${facts.city}` }
  return { start: others.length > 0 ? middleOf(others) : null, startWords: 'the middle of the homes on this device' }
}

/** Without the table, which may not be on this device yet, other homes say where to begin. */
async function placeOfZip(zip: number): Promise<Place | undefined> {
  try {
    return decodePlaces(await codedZipPlaces()).get(zip)
  } catch {
    return undefined
  }
}

function middleOf(homes: readonly KnownHome[]): Place {
  const mean = (of: (place: Place) => number) => homes.reduce((sum, { place }) => sum + of(place), 0) / homes.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}

function nearest(homes: readonly KnownHome[], to: Place): KnownHome[] {
  return homes
    .map(({ label, place }) => ({ label, place, meters: distanceMeters(to, place) }))
    .sort((one, other) => one.meters - other.meters)
    .slice(0, mostHomes)
}
