import { createHash } from 'node:crypto'
import path from 'node:path'

/** The longest address of a socket that every system takes. */
const longestAddress = 100

/**
 * Where the server that has a data folder open hears commands: a socket in the folder, which only the server's own user may open;
 * null where the folder's path is too long for one.
 */
export function doorAddress(dataDir: string): string | null {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(path.resolve(dataDir).toLowerCase()).digest('hex').slice(0, 32)
    return `\\\\.\\pipe\\fanlight-admin-${name}`
  }
  const file = path.resolve(dataDir, 'admin.sock')
  const [shortest = file] = [file, path.relative(process.cwd(), file)].toSorted(
    (one, other) => one.length - other.length,
  )
  return Buffer.byteLength(shortest) > longestAddress ? null : shortest
}

/** What the command line says: a command, its words, and the folder in which it was typed. */
export type Asked = { name: string; words: string[]; folder: string }

/** What comes back, one a line: what the command prints, and how it ended. */
export type Said = { print: string } | { end: 'done' } | { end: 'wrong'; message: string }
