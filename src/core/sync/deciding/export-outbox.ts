import { base64FromBytes } from '#core/sync/base64.ts'
import type { AttachedFile, Operation } from '#core/sync/operation.ts'
import { everyOperation } from '#core/sync/records/every-operation.ts'
import type { Replica } from '#core/sync/ports.ts'

type OutboxExport = {
  format: 1
  exportedAt: string
  owner: string
  operations: Operation[]
  /** The bytes of the files that the operations name; one that cannot be read any more is left out. */
  files: (AttachedFile & { base64: string })[]
}

/** Everything that is not on the server yet, photos included; works without a network (fault H7). */
export async function exportOutbox(replica: Replica, now: number): Promise<OutboxExport> {
  const operations = await replica.transact('read', async (store) => {
    const all: Operation[] = []
    for await (const operation of everyOperation(store)) all.push(operation)
    return all
  })
  const files: OutboxExport['files'] = []
  for (const file of operations.flatMap((operation) => Object.values(operation.files))) {
    const bytes = await replica.readFile(file)
    if (bytes !== null) files.push({ ...file, base64: base64FromBytes(bytes) })
  }
  return { format: 1, exportedAt: new Date(now).toISOString(), owner: replica.owner, operations, files }
}
