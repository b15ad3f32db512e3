import { afterAll, beforeAll, expect, test } from 'vitest'
import { backedUpEntities, type BackupRecord } from '#core/backup/backup-format.ts'
import { makeRestore } from '#core/backup/make-restore.ts'
import { planRestore } from '#core/backup/plan-restore.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { resolveConflict } from '#core/sync/resolving/outbox-actions.ts'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { type OpenBackup, readBackup } from '#files/backup-file.ts'
import { fillDemo } from '#server/commands/demo/demo.ts'
import { sha256Hex } from '#storage/database/file-pieces.ts'
import { anOffice, clock, ids, type Device } from '#tests/support/device-at-server.ts'
import { requestAndDisconnect } from '#tests/support/disconnecting-clients.ts'
import { aHomeToShow } from '#tests/support/homes-to-show.ts'
import { anAgent, aVisitor, startTestServer, type TestServer, type Visitor } from '#tests/support/server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'

let office: TestServer
let another: TestServer
let origin: string
beforeAll(async () => {
  office = await startTestServer()
  another = await startTestServer()
  origin = await another.listen()
}, 120_000)
afterAll(() => Promise.all([office.stop(), another.stop()]))

async function aFullAgent(server: TestServer): Promise<Visitor> {
  const { username, password } = await fillDemo(server.services)
  const agent = aVisitor(server)
  await agent.get('/api/sync/')
  await agent.post('/api/users/auth/login/', { username, password })
  await aHomeToShow(agent)
  return agent
}

async function backupOf(agent: Visitor): Promise<OpenBackup> {
  const answer = await agent.get('/api/users/backup/')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return readBackup(new Blob([new Uint8Array(answer.bytes)]))
}

async function planOn({ replica }: Device, backup: OpenBackup) {
  return replica.transact('read', async (tx) => {
    const rows = async (entity: EntityName) => {
      const found = await tx.rows(entity, await tx.rowKeys(entity))
      return found.filter((row) => row !== undefined)
    }
    return planRestore(backup.contents, rows, tx)
  })
}

async function restoreOn(device: Device, backup: OpenBackup, { stopAfter = Infinity, overwritesChanges = false } = {}) {
  const plan = await planOn(device, backup)
  let done = 0
  const restored = await makeRestore(
    { replica: device.replica, clock, ids },
    {
      plan,
      overwritesChanges,
      storePhoto: async (name) => {
        const bytes = await backup.photo(name)
        if (bytes === null) return null
        const file = {
          blobKey: ids.uuid(),
          fileName: 'photo.webp',
          mediaType: 'image/webp',
          byteLength: bytes.length,
          sha256: await sha256Hex(bytes),
        }
        device.replica.keepFile(file, bytes)
        return file
      },
      onProgress: (count) => (done = count),
      isStopped: () => done >= stopAfter,
    },
  )
  return { plan, restored }
}

/** Records as text, references included as the text of their target, because ids differ from server to server. */
async function recordsAsText(backup: OpenBackup) {
  const { records } = backup.contents
  const said = new Map<string, unknown>()
  const words: Record<string, unknown[]> = {}
  for (const entity of backedUpEntities) {
    const all: string[] = []
    for (const record of records.get(entity) ?? []) {
      const text = JSON.stringify(await withoutNumbers(record, backup, said))
      said.set(`${entity} ${record.key}`, text)
      all.push(text)
    }
    words[entity] = all.toSorted()
  }
  return words
}

async function withoutNumbers(record: BackupRecord, backup: OpenBackup, said: Map<string, unknown>) {
  const photo = record.photo === undefined ? null : await backup.photo(record.photo)
  const named = (kind: string) => (id: unknown) => said.get(`${kind} ${JSON.stringify(id)}`) ?? null
  const replace = (name: string, value: unknown): unknown => {
    if (name === 'listing_id') return named('listing')(value)
    if (name === 'client') return named('client')(value)
    if (name === 'selected_listings') return (value as number[]).map(named('listing'))
    // On the other server, every location counts as set by the agent.
    if (name === 'location_source') return value === null ? null : 'agent'
    // Each server generates its own.
    return name === 'stop_id' ? 'stop' : value
  }
  const references = Object.entries(record.references).map(([field, key]) => said.get(`${field} ${key}`))
  return [
    JSON.parse(JSON.stringify(record.fields, replace)),
    references,
    photo === null ? null : await sha256Hex(photo),
  ]
}

test('a server’s backup is restored on another server through a new device’s outbox, photos included', async () => {
  const agent = await aFullAgent(office)
  const backup = await backupOf(agent)
  expect(backup.manifest).toMatchObject({ made_by: 'server', missing_photos: 0, photos: 15 })

  const { agent: newcomer, devices } = await anOffice(another, 2)
  const [device, second] = devices as [Device, Device]
  await device.sync()
  const first = await planOn(device, backup)
  expect([...first.counts.values()].reduce((sum, { notRestorable }) => sum + notRestorable, 0)).toBe(0)

  await restoreOn(device, backup, { stopAfter: 60 })
  await device.sync()
  const { restored } = await restoreOn(device, backup)
  expect(restored.lostPhotos).toBe(0)
  for (let round = 0; round < 6; round += 1) await device.sync()
  expect(await device.replica.transact('read', (tx) => tx.operations(0, 10))).toEqual([])

  const there = await backupOf(newcomer)
  expect(await recordsAsText(there)).toEqual(await recordsAsText(backup))

  // Restoring once more doubles nothing, on this device and on one that has the records from the server.
  await sharedChangesAreTold(another)
  for (const reader of [device, second]) {
    await reader.sync()
    for (const file of [backup, there]) {
      const { plan } = await restoreOn(reader, file, { overwritesChanges: true })
      expect([plan.creates, plan.changes]).toEqual([[], []])
    }
  }
  await Promise.all([backup.close(), there.close()])
}, 240_000)

test('a browser that leaves before its backup starts blocks no later backup', async () => {
  const agent = await anAgent(another)
  await requestAndDisconnect(another, `${origin}/api/users/backup/`, agent, 5)
  await (await backupOf(agent)).close()
})

async function aClientWithAConversation({ replica, sync }: Device) {
  const name = { first_name: 'Jo', last_name: 'Ng', email: 'jo@example.com', category: 'Buyer' }
  const { key } = await createRecord(replica, clock, { opId: ids.uuid(), entity: 'client', changes: name })
  await createRecord(replica, clock, {
    opId: ids.uuid(),
    entity: 'interaction',
    changes: { kind: 'Call', date: '2026-11-20', time: '09:00:00', text: 'Looks for a yard' },
    references: { client: { entity: 'client', key } },
  })
  await sync()
  return key
}

test('a child of a record whose deletion is still waiting is restored with the record', async () => {
  const { agent, devices } = await anOffice(another, 1)
  const [device] = devices as [Device]
  const key = await aClientWithAConversation(device)
  const backup = await backupOf(agent)
  await deleteRecord(device.replica, clock, { opId: ids.uuid(), entity: 'client', key })

  const { plan } = await restoreOn(device, backup)
  expect(plan.counts.get('interaction')).toMatchObject({ new: 1, same: 0 })
  expect((await planOn(device, backup)).creates).toEqual([])
  for (let round = 0; round < 3; round += 1) await device.sync()
  const there = await backupOf(agent)
  expect(await recordsAsText(there)).toEqual(await recordsAsText(backup))
  await Promise.all([backup.close(), there.close()])
}, 60_000)

test('a record whose deletion is in conflict is not restored as a second copy', async () => {
  const { agent, devices } = await anOffice(another, 2)
  const [device, second] = devices as [Device, Device]
  const key = await aClientWithAConversation(device)
  await second.sync()
  const [there] = await second.replica.transact('read', async (tx) => tx.rows('client', await tx.rowKeys('client')))
  await updateRecord(second.replica, clock, {
    opId: ids.uuid(),
    entity: 'client',
    key: there?.key ?? '',
    opened: there ?? {},
    changes: { notes: 'Moves in May' },
  })
  await second.sync()
  const opId = ids.uuid()
  await deleteRecord(device.replica, clock, { opId, entity: 'client', key })
  await device.sync()
  const backup = await backupOf(agent)

  const { plan } = await restoreOn(device, backup)
  expect(plan.creates).toEqual([])
  expect(await resolveConflict(device.replica, clock, opId, { first_name: 'theirs' })).toBe('done')
  await device.sync()
  const kept = await device.replica.transact('read', async (tx) => tx.rows('client', await tx.rowKeys('client')))
  expect(kept).toMatchObject([{ key, notes: 'Moves in May' }])
  await backup.close()
}, 60_000)
