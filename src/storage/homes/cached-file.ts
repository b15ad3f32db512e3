/** A file of the build that this device stores, one edition of it, in a cache of its own. */
type CachedFile = {
  /** Stores the file; rejects when it cannot be fetched or stored. */
  cache: () => Promise<void>
  /** Its text: from this device, else from the server. */
  read: () => Promise<string>
  /** Its text as this device has stored it; null where it has none. */
  readCached: () => Promise<string | null>
}

/** An edition has a name of its own; one in another format has another extension as well, and is never read. */
export function cachedFile(cacheName: string, file: string): CachedFile {
  async function cache(): Promise<void> {
    const editions = await caches.open(cacheName)
    if ((await editions.match(file)) !== undefined) return
    const response = await fetchFile(file)
    const older = await editions.keys()
    await editions.put(file, response)
    await Promise.all(older.map((request) => editions.delete(request)))
  }

  /** An older edition is better than none. */
  async function cached(): Promise<Response | undefined> {
    const editions = await caches.open(cacheName)
    const extension = file.slice(file.lastIndexOf('.'))
    const readable = (await editions.keys()).find(({ url }) => url.endsWith(extension))
    return (await editions.match(file)) ?? (readable && (await editions.match(readable)))
  }

  return {
    cache,
    read: async () => {
      await cache().catch(() => undefined)
      const response = (await cached().catch(() => undefined)) ?? (await fetchFile(file))
      return response.text()
    },
    readCached: async () => (await cached().catch(() => undefined))?.text() ?? null,
  }
}

async function fetchFile(file: string): Promise<Response> {
  const response = await fetch(file)
  // The sign-in page of a network answers 200, too.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
  if (!response.ok || isPage) throw new Error(`${file} could not be fetched (${response.status}).`)
  return response
}
