import { openReader } from './read-in-worker.ts'

const pages = {
  clients: '/clients/import',
  appointments: '/appointments/import',
  listings: '/listings/import',
  figures: '/figures/import',
} as const

type ImportPlace = { of: keyof typeof pages; to: (typeof pages)[keyof typeof pages] }

/** Enough for the headings of any table. */
const startBytes = 64 * 1024

/** What a file is of, and the address of the import that it is for. */
export async function importPageOf(file: File): Promise<ImportPlace> {
  const reader = openReader()
  try {
    const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer())
    const answer = await reader.ask({ ask: 'name', start })
    return placeOf(answer.kind === 'named' ? answer.of : 'clients')
  } catch {
    // A file that cannot be read says so there.
    return placeOf('clients')
  } finally {
    reader.close()
  }
}

function placeOf(of: keyof typeof pages): ImportPlace {
  return { of, to: pages[of] }
}
