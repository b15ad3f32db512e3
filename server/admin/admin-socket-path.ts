import { createHash } from 'node:crypto'
import path from 'node:path'

/** Longest socket path that all systems accept, in bytes. */
const longestAddress = 100

/** Returns a socket file in the data folder, or a named pipe on Windows. Null if the path would be too long. */
export function adminSocketPath(dataDir: string): string | null {
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

/** A command for the running server: its name, its arguments `words`, and the working directory `folder` of the command line. */
export type AdminRequest = { name: string; words: string[]; folder: string }

/** A line of the answer: text to print, or the end. `wrong`: the command was refused or failed; `message` says why. */
export type AdminResponse = { print: string } | { end: 'done' } | { end: 'wrong'; message: string }
