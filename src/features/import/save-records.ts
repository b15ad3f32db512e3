import type { Fields } from '#core/contract/json.ts'
import type { KnownRecord } from '#core/import/import-kind.ts'
import { importedKeyPrefix } from '#core/import/imported-records.ts'
import { type Create, makeImport, undoImport } from '#core/import/make-import.ts'
import { withoutNewcomers } from '#core/import/plan-import.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Device } from '#storage/device/device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import { withDeviceLock } from '#storage/device/device-lock.ts'
import type { Saving } from './screen-kind.ts'
import { formatNumber } from '#core/format/numbers.ts'

type Records = {
  entity: EntityName
  recordsToCompare: (device: Device) => Promise<KnownRecord[]>
  /** Returns the creates that the file's new records need; a new listing, for example, may also need its property. */
  createsOf: (device: Device, records: readonly Fields[]) => Promise<Create[]>
  /** Keys of records that other records refer to. */
  referredKeys: (device: Device) => Promise<ReadonlySet<string>>
  onImported?: () => void
}

/** Saves an import as ordinary changes in the outbox. */
export function savingRecords({ entity, recordsToCompare, createsOf, referredKeys, onImported }: Records): Saving {
  return {
    compare: async (device) => ({ known: await recordsToCompare(device), comparisonRemark: null }),
    /** Does not create records that were added since the comparison, for example by an import in another tab. */
    run: (device, kind, run) =>
      withDeviceLock(device, 'import', async (lockLost) => {
        const newcomers = (await recordsToCompare(device)).filter(({ key }) => !run.known.has(key))
        const { creates, merges } = withoutNewcomers(kind, run.plan, newcomers)
        const done = await makeImport(device, {
          ...run,
          isStopped: () => run.isStopped() || lockLost.aborted,
          id: device.ids.uuid(),
          of: kind.name,
          entity,
          creates: await createsOf(device, creates),
          merges: merges.map(({ key, records }) => ({
            key,
            withAdditions: (row) =>
              records.reduce((sofar, record) => Object.assign({}, sofar, kind.additionsTo(sofar, record)), row),
          })),
        })
        onImported?.()
        return done
      }),
    countsOf: countImported(entity),
    /** Deletes the imported records, except those that were changed or are referred to since the import. */
    undo: (device, metadata, onProgress) =>
      withDeviceLock(device, 'import', async () => {
        const mentionedKeys = await referredKeys(device)
        return undoImport(device, {
          metadata,
          entity,
          newId: () => device.ids.uuid(),
          isMentioned: ({ key }) => mentionedKeys.has(key),
          onProgress,
        })
      }),
  }
}

/** Counts the records of each stored import (`kept`): those it created that are still on this device, and those it changed. */
export function countImported(entity: EntityName): Saving['countsOf'] {
  return ({ database }, imports) =>
    Promise.all(
      imports.map(async (kept) => {
        const created = await mirrorTable(database, entity).where('key').startsWith(importedKeyPrefix(kept.id)).count()
        const count = created + kept.merges.length + (kept.replaced?.length ?? 0)
        return { kept, count, note: kept.planned === undefined ? null : unfinished(count, kept.planned) }
      }),
    )
}

/** Returns the note on an import that has not ended: it may still run in another tab, or its page was closed. */
function unfinished(count: number, planned: number): string {
  const [done, all] = [count, planned].map((number) => formatNumber(number))
  return `${done} of ${all} so far. If it has stopped, choose the file again to continue.`
}
