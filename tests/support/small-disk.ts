import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type SmallDisk = {
  /** Where a program that runs `inside` finds the disk. */
  folder: string
  /** The words with which a program is started that sees the disk. */
  inside: string[]
  /** Takes all the room there is but for so many megabytes, or gives it back. */
  fill: (leavingMegabytes?: number) => Promise<void>
  free: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * A real file system with a size, in the memory. It is mounted in a namespace of its own, which on most Linux systems any
 * user may make, root or not; programs that run `inside` see it, and it is gone when `remove` is called or this process ends.
 */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true })
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && echo mounted && exec cat`
  // It ends with its input, whatever becomes of this process.
  const holder = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'exit').then(() => {
      throw new Error('A small disk needs Linux with user namespaces (unshare --user --mount).')
    }),
  ])
  const filler = path.join(`/proc/${holder.pid}/root`, folder, 'filler')
  return {
    folder,
    inside: ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials'],
    async fill(leavingMegabytes = 0) {
      const piece = Buffer.alloc(1024 * 1024)
      for (let size = piece.length; size > 1; size = Math.floor(size / 8)) {
        await fillWith(filler, piece.subarray(0, size))
      }
      await truncate(filler, (await stat(filler)).size - leavingMegabytes * piece.length)
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      const ended = once(holder, 'exit')
      holder.stdin.end()
      await ended
    },
  }
}

async function fillWith(file: string, piece: Buffer): Promise<void> {
  for (;;) {
    try {
      await writeFile(file, piece, { flag: 'a' })
    } catch {
      return
    }
  }
}
