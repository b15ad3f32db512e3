import { knownNumber } from '#core/domain/text/known-number.ts'
import { dollars } from '#core/domain/text/money.ts'
import { factsText, unknownFigure } from '#core/domain/listings/property-display.ts'
import { stopName } from '#core/domain/tours/timed-stop.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { keyAt } from '#storage/database/key-at.ts'
import type { TourStopRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** What a buyer compares homes by; of another agent's listing the device knows neither. */
type HomeFigures = { price: string; facts: string }

/** The figures of a tour's homes by their stop's name; empty until they are read. */
export function useComparedHomes(stops: readonly TourStopRow[]): ReadonlyMap<string, HomeFigures> {
  const { database } = useDevice()
  const homes = useLiveQuery(
    () =>
      Promise.all(
        stops.map(async (stop): Promise<[string, HomeFigures]> => {
          const { listing_id } = stop
          const listing =
            listing_id === null || listing_id === undefined
              ? undefined
              : await database.listings.get(await keyAt(database, 'listing', String(listing_id)))
          const price = knownNumber(listing?.listing_price)
          const facts = listing === undefined ? '' : factsText(listing.property)
          // The price of a home to show is 0 while it is not known.
          return [stopName(stop), { price: price ? dollars(price) : unknownFigure, facts }]
        }),
      ),
    [database, stops],
  )
  return new Map(homes ?? [])
}
