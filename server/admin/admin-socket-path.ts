import { createHash } from 'node:crypto'
import path from 'node:path'

/** Longest socket path that all systems accept. */
const longestAddress = 100

/** Path of the command socket in the data folder, only for the server's user; null if it would be too long. */
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

/** A request from the command line. `folder` is its working directory. */
export type AdminRequest = { name: string; words: string[]; folder: string }

/** A line of the answer: text to print, or the end. `wrong`: the command was refused. */
export type AdminResponse = { print: string } | { end: 'done' } | { end: 'wrong'; message: string }
