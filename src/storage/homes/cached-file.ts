/** A data file of the app, stored on this device in a cache of its own. */
type CachedFile = {
  /** Stores the file; rejects if it cannot be fetched or stored. */
  cache: () => Promise<void>
  /** Returns its text, from this device if possible. */
  read: () => Promise<string>
  /** Returns its stored text, or null if there is none. */
  readCached: () => Promise<string | null>
}

/** `file`: the URL of this build's edition (version) of the file. An edition in another format has another extension, and is never read. */
export function cachedFile(cacheName: string, file: string): CachedFile {
  async function cache(): Promise<void> {
    const editions = await caches.open(cacheName)
    if ((await editions.match(file)) !== undefined) return
    const response = await fetchFile(file)
    const older = await editions.keys()
    await editions.put(file, response)
    await Promise.all(older.map((request) => editions.delete(request)))
  }

  /** Returns this build's edition, else an older one in the same format, which is better than none. */
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
