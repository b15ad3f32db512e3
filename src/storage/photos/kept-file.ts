/** A file of the build that is stored on this device, one edition of it, in a cache of its own. */
type KeptFile = {
  /** Stores the file; rejects when it cannot be fetched or stored. */
  keep: () => Promise<void>
  /** The text of it: from this device, else from the server. */
  read: () => Promise<string>
  /** The text as this device has stored it; null where it has none. */
  readStored: () => Promise<string | null>
}

export function keptFile(cacheName: string, file: string): KeptFile {
  async function keep(): Promise<void> {
    const cache = await caches.open(cacheName)
    if ((await cache.match(file)) !== undefined) return
    const answer = await fetchFile(file)
    const older = await cache.keys()
    await cache.put(file, answer)
    await Promise.all(older.map((request) => cache.delete(request)))
  }

  /** An older edition is better than none. */
  async function stored(): Promise<Response | undefined> {
    const cache = await caches.open(cacheName)
    return (await cache.match(file)) ?? (await cache.matchAll())[0]
  }

  return {
    keep,
    read: async () => {
      await keep().catch(() => undefined)
      const answer = (await stored().catch(() => undefined)) ?? (await fetchFile(file))
      return answer.text()
    },
    readStored: async () => (await stored().catch(() => undefined))?.text() ?? null,
  }
}

async function fetchFile(file: string): Promise<Response> {
  const answer = await fetch(file)
  // The sign-in page of a network answers 200, too.
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
  if (!answer.ok || isPage) throw new Error(`${file} could not be fetched (${answer.status}).`)
  return answer
}
