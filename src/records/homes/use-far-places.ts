import { useRef } from 'react'
import { coordinatesText } from '#core/domain/addresses/coordinates-in-text.ts'
import type { Place } from '#core/domain/travel/driving.ts'
import { type FarPlace, farPlace } from '#core/domain/travel/map-pin.ts'
import { homeName } from '#core/domain/travel/place-of-home.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import type { FormRefusal } from '#ui/form/form-problems.ts'
import { factsOf, type Home } from './home.ts'

/** Warns of a place that is far from where the home should be, and asks once more before it is saved. */
export function useFarPlaces(home: Home) {
  const { database } = useDevice()
  const area = useLiveQuery(() => areaOfHome(database, home), [database, home])
  /** The place that the last press was about; the next one says that it is right. */
  const asked = useRef<string | null>(null)

  return {
    /** Null where the place fits, or where neither ZIP code nor city says where the home should be. */
    warningOf: (place: Place) => warningOf(place, area ?? null),
    /** What to say before the place is saved; nothing where it fits or was asked before. */
    async ask(place: Place): Promise<FormRefusal | undefined> {
      const text = coordinatesText(place)
      if (asked.current === text || warningOf(place, await areaOfHome(database, home)) === null) return undefined
      asked.current = text
      return {
        message: 'This location is far from the home’s ZIP code or city. Press the button again if it is right.',
      }
    },
  }
}

export type FarPlaceWarning = FarPlace & { words: string }

function warningOf(place: Place, area: Area | null): FarPlaceWarning | null {
  const far = area && farPlace(place, area.place)
  if (area === null || far === null) return null
  const miles = `${far.miles.toLocaleString('en-US')} miles`
  return { ...far, words: `This is ${miles} from ${area.name}.` }
}

type Area = { place: Place; name: string }

/** Where the home should be: its ZIP code, else its city by the other homes there. */
async function areaOfHome(database: DeviceDatabase, home: Home): Promise<Area | null> {
  const { address = '', zip_code, city, state } = factsOf(home)
  // A wrong location of the home itself must not say where it should be.
  const isOther = (other: { address?: string | null | undefined }) =>
    homeName(other.address ?? '') !== homeName(address)
  const { placeOfZip, placeOfCity } = await placeFinder(database, [{ zip_code, city, state }], isOther)
  const ofZip = zip_code ? placeOfZip(zip_code) : null
  if (ofZip !== null) return { place: ofZip, name: city ? `${zip_code}, ${city}` : `${zip_code}` }
  const ofCity = city ? placeOfCity(city, state) : null
  return ofCity && { place: ofCity, name: `${city}` }
}
