import type { AttachedFile, Operation } from '#core/sync/operation.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import type { Replica } from '#core/sync/ports.ts'

type OutboxExport = {
  format: 1
  exportedAt: string
  owner: string
  operations: Operation[]
  /** Bytes of the operations' files, without files that can no longer be read. */
  files: (AttachedFile & { base64: string })[]
}

/** Returns everything that is not on the server yet, photos included; works without a network (fault H7). */
export async function exportOutbox(replica: Replica, now: number): Promise<OutboxExport> {
  const operations = await replica.transact('read', async (tx) => {
    const all: Operation[] = []
    for await (const operation of everyOperation(tx)) all.push(operation)
    return all
  })
  const files: OutboxExport['files'] = []
  for (const file of operations.flatMap((operation) => Object.values(operation.files))) {
    const bytes = await replica.readFile(file)
    if (bytes !== null) files.push({ ...file, base64: base64FromBytes(bytes) })
  }
  return { format: 1, exportedAt: new Date(now).toISOString(), owner: replica.owner, operations, files }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 without the platform's `btoa`. */
export function base64FromBytes(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const triple = first * 65_536 + second * 256 + third
    const quad = [18, 12, 6, 0].map((shift) => letters.charAt((triple >> shift) & 63)).join('')
    const missing = Math.max(0, at + 3 - bytes.length)
    parts.push(missing === 0 ? quad : quad.slice(0, 4 - missing) + '='.repeat(missing))
  }
  return parts.join('')
}
