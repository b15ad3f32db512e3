import { zipPlacesFile } from '#core/domain/coded-places.ts'

const cacheName = 'zip-places'

/** Keeps the places of ZIP codes on this device, one edition of them; rejects when they cannot be fetched or kept. */
export async function keepZipPlaces(): Promise<void> {
  const cache = await caches.open(cacheName)
  if ((await cache.match(zipPlacesFile)) !== undefined) return
  const answer = await fetchZipPlaces()
  const older = await cache.keys()
  await cache.put(zipPlacesFile, answer)
  await Promise.all(older.map((request) => cache.delete(request)))
}

/** The places as `decodePlaces` reads them: from this device, else from the server. */
export async function codedZipPlaces(): Promise<string> {
  await keepZipPlaces().catch(() => undefined)
  const places = (await keptZipPlaces().catch(() => undefined)) ?? (await fetchZipPlaces())
  return places.text()
}

/** Those that this device keeps; an older edition is better than none. */
export async function keptZipPlaces(): Promise<Response | undefined> {
  const cache = await caches.open(cacheName)
  return (await cache.match(zipPlacesFile)) ?? (await cache.matchAll())[0]
}

async function fetchZipPlaces(): Promise<Response> {
  const answer = await fetch(zipPlacesFile)
  // The sign-in page of a network answers 200, too.
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
  if (!answer.ok || isPage) throw new Error(`The places of ZIP codes could not be fetched (${answer.status}).`)
  return answer
}
