import { backedUpEntities, type BackupManifest, type BackupRecord } from '#core/backup/backup-format.ts'
import { backupKeyOf, recordOfRow } from '#core/backup/backup-record.ts'
import type { ListingImage } from '#core/contract/listing-image.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { addressOf } from '#core/kinds/kind-labels.ts'
import type { AttachedFile } from '#core/sync/operation.ts'
import { referencesIn } from '#core/sync/records/references.ts'
import type { Row } from '#core/sync/ports.ts'
import { writeBackup, type OpenBackup, readBackup } from '#files/backup-file.ts'
import type { Device } from '#storage/device/device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import type { ListingImageRow } from '#storage/database/rows.ts'
import { photoOnDevice } from '#storage/photos/photo-cache.ts'
import { makeRestore, type Restored } from '#core/backup/make-restore.ts'
import { planRestore, type RestorePlan } from '#core/backup/plan-restore.ts'
import { withDeviceLock } from '#storage/device/device-lock.ts'

type MadeBackup = {
  file: Blob
  manifest: BackupManifest
  /** Addresses of homes of which the backup lacks photos: these are not on this device and could not be fetched. */
  homesWithMissingPhotos: string[]
}

type Rows = ReadonlyMap<EntityName, readonly Row[]>

/** Includes photos that are stored here or can be fetched. `name` is the agent's. `onPhoto` receives the number of photos done. */
export async function makeBackup(device: Device, name: string, onPhoto: (done: number) => void): Promise<MadeBackup> {
  const rows = await readRows(device)
  const backupKeys = new Map<string, string>()
  for (const [entity, entityRows] of rows)
    for (const row of entityRows) backupKeys.set(`${entity} ${row.key}`, backupKeyOf(row))
  const keyOf = (entity: EntityName, key: string) => backupKeys.get(`${entity} ${key}`) ?? key
  const referred = referredRecords(rows)
  const photos = new Map((rows.get('listing_image') ?? []).map((row) => [backupKeyOf(row), row]))
  const missing: Row[] = []
  const fetchPhoto = photoFetcher(device)
  let manifest: BackupManifest | null = null
  let done = 0
  const stream = writeBackup({
    id: device.ids.uuid(),
    made_at: new Date(device.clock.now()).toISOString(),
    made_by: 'device',
    agent: { id: device.owner, name },
    async *records(entity): AsyncGenerator<BackupRecord> {
      // Of the records that all agents share, only those that another record refers to.
      const isShared = kinds[entity].feed.visibleTo === 'everybody'
      for (const row of rows.get(entity) ?? [])
        if (!isShared || referred.has(`${entity} ${row.key}`)) yield recordOfRow(entity, row, keyOf)
    },
    photo: async ({ key }) => {
      const row = photos.get(key)
      const photo = row === undefined ? null : await fetchPhoto(row)
      if (photo === null && row !== undefined) missing.push(row)
      onPhoto((done += 1))
      return photo
    },
    onDone: (made) => (manifest = made),
  })
  const file = new Blob([await new Response(stream).blob()], { type: 'application/zip' })
  const homes = new Map((rows.get('listing') ?? []).map((row) => [row.key, addressOf(row['property'])]))
  const homesWithMissingPhotos = new Set(
    missing.map((row) => homes.get((row as Partial<ListingImageRow>).listing_key ?? '') ?? 'A listing'),
  )
  return { file, manifest: manifest!, homesWithMissingPhotos: [...homesWithMissingPhotos].toSorted() }
}

/** Reads all rows in one transaction, so that a change made at the same time is in the backup completely or not at all. */
async function readRows({ database }: Device): Promise<Rows> {
  const tables = backedUpEntities.map((entity) => [entity, mirrorTable(database, entity)] as const)
  const inTransaction = tables.map(([, table]) => table)
  return database.transaction('r', inTransaction, async () => {
    const read = tables.map(async ([entity, table]) => [entity, await table.toArray()] as const)
    return new Map(await Promise.all(read))
  })
}

/** Returns the records that other records refer to, as `entity key`. */
function referredRecords(rows: Rows): Set<string> {
  const referred = new Set<string>()
  for (const [entity, entityRows] of rows)
    for (const row of entityRows)
      for (const [field, { key }] of Object.entries(referencesIn(entity, row)))
        referred.add(`${kinds[entity].references[field]} ${key}`)
  return referred
}

const extensions: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'image/png': 'png' }

/** After this many failed photo requests in a row, only photos on this device are used. */
const maxFailures = 3

/** Returns a function that returns a photo from this device or from the server; null if it is on neither. */
function photoFetcher({
  replica,
  owner,
}: Device): (row: Row) => Promise<{ bytes: Uint8Array; extension: string } | null> {
  let failures = 0
  async function fetchUnlessFailing(address: string): Promise<Response | undefined> {
    if (failures >= maxFailures) return undefined
    const answer = await fetchImage(address)
    failures = answer === undefined ? failures + 1 : 0
    return answer
  }
  return async (row) => {
    const unsentFile = row['image_file'] as AttachedFile | undefined
    if (unsentFile !== undefined) {
      const bytes = await replica.readFile(unsentFile)
      if (bytes !== null) return { bytes, extension: extensions[unsentFile.mediaType] ?? 'jpg' }
    }
    const address = (row as Partial<ListingImage>).image
    if (address === undefined) return null
    const response = (await photoOnDevice(owner, address)) ?? (await fetchUnlessFailing(address))
    if (response === undefined) return null
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { bytes, extension: extensions[response.headers.get('content-type') ?? ''] ?? 'jpg' }
  }
}

async function fetchImage(address: string): Promise<Response | undefined> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(15_000) }).catch(() => undefined)
  return answer?.ok === true && answer.headers.get('content-type')?.startsWith('image/') === true ? answer : undefined
}
export { UnusableBackup } from '#core/backup/backup-format.ts'

export function openBackup(file: Blob): Promise<OpenBackup> {
  return readBackup(file)
}

export function planRestoreOn({ database, replica }: Device, { contents }: OpenBackup): Promise<RestorePlan> {
  return planRestore(contents, (entity) => mirrorTable(database, entity).toArray(), {
    mappingOfKey: (entity, key) => replica.transact('read', (tx) => tx.mappingOfKey(entity, key)),
    operationByOpId: (opId) => replica.transact('read', (tx) => tx.operationByOpId(opId)),
    operationsInState: (state) => replica.transact('read', (tx) => tx.operationsInState(state)),
    base: (entity, key) => replica.transact('read', (tx) => tx.base(entity, key)),
  })
}

/** `overwritesChanges`: records on this device that differ from the backup get the backup's values. */
type RestoreRun = { overwritesChanges: boolean; onProgress: (done: number) => void; isStopped: () => boolean }

/** Restores a backup. Plans the restore again first, because another tab may have restored a part since the preview. */
export function restoreFrom(device: Device, backup: OpenBackup, run: RestoreRun): Promise<Restored> {
  return withDeviceLock(device, 'import', async (lockLost) =>
    makeRestore(device, {
      ...run,
      isStopped: () => run.isStopped() || lockLost.aborted,
      plan: await planRestoreOn(device, backup),
      storePhoto: (name) => storePhoto(device, backup, name),
    }),
  )
}

const mediaTypes: Readonly<Record<string, string>> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' }

async function storePhoto(device: Device, backup: OpenBackup, name: string) {
  const bytes = await backup.photo(name)
  if (bytes === null) return null
  const fileName = name.split('/').at(-1) ?? 'photo.jpg'
  const mediaType = mediaTypes[fileName.split('.').at(-1) ?? ''] ?? 'image/jpeg'
  return device.saveFile(new Blob([bytes], { type: mediaType }), { fileName, mediaType })
}
