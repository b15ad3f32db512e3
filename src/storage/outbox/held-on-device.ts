import type { Json } from '#core/contract/json.ts'
import { type HoldPolicyReader, localOnlyOperations } from '#core/sync/sending/hold-policy.ts'
import { readStoredOperation } from '#core/sync/writing/upgrade-operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

/** Returns the `seq` of each operation that stays on this device because a plain server has no call for it. */
export function heldOnDevice(database: DeviceDatabase): Promise<ReadonlySet<number>> {
  return localOnlyOperations(holdingStore(database))
}

/** Returns the reads that `localOnlyOperations` needs, without a transaction. */
export function holdingStore({ facts, outbox }: DeviceDatabase): HoldPolicyReader {
  return {
    meta: async <Value extends Json>(name: string) => (await facts.get(name))?.value as Value | undefined,
    operations: async (afterSeq, limit) => {
      const stored = await outbox.where('seq').above(afterSeq).limit(limit).toArray()
      return stored.map(readStoredOperation).flatMap((one) => ('operation' in one ? [one.operation] : []))
    },
  }
}
