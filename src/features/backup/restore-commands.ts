import { makeRestore, type Restored } from '#core/backup/make-restore.ts'
import { planRestore, type RestorePlan } from '#core/backup/plan-restore.ts'
import { type OpenBackup, readBackup } from '#files/backup-file.ts'
import type { Device } from '#storage/device/device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import { oneAtATime } from '#storage/device/device-lock.ts'

export function openBackup(file: Blob): Promise<OpenBackup> {
  return readBackup(file)
}

/** What restoring would do on this device, as it is now. */
export function planOn({ database, replica }: Device, { contents }: OpenBackup): Promise<RestorePlan> {
  return planRestore(contents, (entity) => mirrorTable(database, entity).toArray(), {
    aliasOfKey: (entity, key) => replica.transact('read', (store) => store.aliasOfKey(entity, key)),
    operationByOpId: (opId) => replica.transact('read', (store) => store.operationByOpId(opId)),
    operationsInState: (state) => replica.transact('read', (store) => store.operationsInState(state)),
    base: (entity, key) => replica.transact('read', (store) => store.base(entity, key)),
  })
}

type Run = { putsBack: boolean; onProgress: (done: number) => void; isStopped: () => boolean }

/** Restores what is not here at this moment: another tab may have done a part since the agent looked. */
export function restoreFrom(device: Device, backup: OpenBackup, run: Run): Promise<Restored> {
  return oneAtATime(device, 'import', async (lost) =>
    makeRestore(device, {
      ...run,
      isStopped: () => run.isStopped() || lost.aborted,
      plan: await planOn(device, backup),
      keepPhoto: (name) => keep(device, backup, name),
    }),
  )
}

const mediaTypes: Readonly<Record<string, string>> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' }

async function keep(device: Device, backup: OpenBackup, name: string) {
  const bytes = await backup.photo(name)
  if (bytes === null) return null
  const fileName = name.split('/').at(-1) ?? 'photo.jpg'
  const mediaType = mediaTypes[fileName.split('.').at(-1) ?? ''] ?? 'image/jpeg'
  return device.saveFile(new Blob([bytes], { type: mediaType }), { fileName, mediaType })
}
