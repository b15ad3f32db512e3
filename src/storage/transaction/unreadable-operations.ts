import type { Operation } from '#core/sync/operation.ts'
import { readStoredOperation } from '#core/sync/writing/upgrade-operation.ts'
import type { DeviceTables } from '#storage/database/device-database.ts'
import type { WriteBuffer } from './transaction-buffers.ts'

/** Returns the operations that this version can read, upgraded from older formats. */
export function readableOperations(stored: readonly unknown[]): Operation[] {
  return stored.flatMap((raw) => {
    if (raw === undefined) return []
    const read = readStoredOperation(raw)
    return 'operation' in read ? [read.operation] : []
  })
}

const batchSize = 500

type QuarantineContext = { tables: DeviceTables; writeBuffer: WriteBuffer; beforeDurableChange: () => void }

/** Moves operations that this version cannot read to the `attention` table; returns how many. First calls `beforeDurableChange` if it found any. */
export async function quarantineUnreadable(
  { tables, writeBuffer, beforeDurableChange }: QuarantineContext,
  at: number,
): Promise<number> {
  const outbox = writeBuffer.in(tables.outbox)
  const found: { seq: number; raw: unknown; error: string }[] = []
  for (let after = 0; ;) {
    const page = outbox.where(':id').above(after).limit(batchSize)
    const [raws, seqs] = await Promise.all([page.toArray(), page.primaryKeys()])
    for (const [index, seq] of seqs.entries()) {
      const read = readStoredOperation(raws[index])
      if ('unreadable' in read) found.push({ seq, raw: raws[index], error: read.unreadable })
    }
    if (seqs.length < batchSize) break
    after = seqs.at(-1) ?? after
  }
  if (found.length === 0) return 0
  beforeDurableChange()
  await tables.attention.bulkAdd(found.map(({ raw, error }) => ({ raw, error, at })))
  await tables.outbox.bulkDelete(found.map(({ seq }) => seq))
  return found.length
}
