import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type SmallDisk = {
  /** The mount point, for programs that run `inside`. */
  folder: string
  /** The command prefix that starts a program with access to the disk. */
  inside: string[]
  /** Fills the disk, except for this many megabytes. */
  fill: (leavingMegabytes?: number) => Promise<void>
  free: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * A file system of limited size in memory. It is mounted in its own namespace, which most Linux systems permit any user, so
 * only programs that run `inside` see it. It ends with `remove` or with this process.
 */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true })
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && echo mounted && exec cat`
  // `cat` ends with its input, even if this process is killed.
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
