import { openReader } from './read-in-worker.ts'

const pages = {
  clients: '/clients/import',
  appointments: '/appointments/import',
  listings: '/listings/import',
  figures: '/figures/import',
} as const

/** Enough for the headings of any table. */
const startBytes = 64 * 1024

/** The address of the import that a file is for. */
export async function importPageOf(file: File) {
  const reader = openReader()
  try {
    const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer())
    const answer = await reader.ask({ ask: 'name', start })
    return pages[answer.kind === 'named' ? answer.of : 'clients']
  } catch {
    // A file that cannot be read says so there.
    return pages.clients
  } finally {
    reader.close()
  }
}
