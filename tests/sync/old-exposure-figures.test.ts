import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { figureImport } from '#core/import/figure-import.ts'
import type { ImportMetadata } from '#core/import/make-import.ts'
import { defaultDuplicateChoice, judgeFile, planImport } from '#core/import/plan-import.ts'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import { savingFigures } from '#features/import/save-figures.ts'
import type { Device } from '#storage/device/device.ts'
import { saveReadings } from '#storage/exposure/stored-readings.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { modelServer, type ModelServer } from '#tests/support/model-server.ts'
import { drain, putStoredDevice, type StoredDevice } from '#tests/support/stored-device.ts'
import { opId, standingClock } from '#tests/support/sync-records.ts'

/* Earlier versions stored exposure figures that had to be sent, and those of imports, in the metadata, in parts. */

const database = 'a-device-with-figures'
const listing = 'local-00000000-0000-4000-8000-000000000005'
const savedAt = 1_795_251_740_000
const [anImport, another] = ['c0000000-0000-4000-8000-000000000000', 'd0000000-0000-4000-8000-000000000000'] as const
const imported = {
  name: `import ${anImport}`,
  value: { id: anImport, name: 'old.csv', at: savedAt, of: 'figures', prints: [], merges: [], total: 1 },
}
const views7 = { views: 7, likes: null, saves: null }

const onServer: { figures: object[]; asOf: string | null } = { figures: [], asOf: null }
vi.mock('#api/exposure-calls.ts', () => ({ readExposure: async () => ({ ok: true, value: onServer }) }))

beforeEach(() => Object.assign(onServer, { figures: [], asOf: null }))
afterEach(() => Dexie.delete(database))

function figure(views: number) {
  return { platform: 'zillow', date: '2026-11-05', views }
}

function part(of: string, said: { seq: number; state: string; figures: object[] } & Record<string, unknown>) {
  const base = {
    isUndone: false,
    isImported: of === anImport,
    problem: null,
    listing,
    number: 0,
    before: [],
    at: savedAt,
  }
  const isWaiting = said.state !== 'sent' || said['isUndone'] === true
  return { name: `figures ${isWaiting ? 'unsent' : 'sent'} ${of} 000000`, value: { ...base, of, ...said } }
}

async function upgraded(
  metadata: { name: string; value: unknown }[],
): Promise<{ server: ModelServer; device: Device }> {
  const fixture = path.join(import.meta.dirname, 'fixtures', 'device-shape-5.json')
  const stored = JSON.parse(readFileSync(fixture, 'utf8')) as StoredDevice
  const others = (stored.rows['facts'] ?? []).filter(({ name }) => !/^(figures|import) /.test(String(name)))
  await putStoredDevice(database, { ...stored, rows: { ...stored.rows, facts: [...others, ...metadata] } })
  const server = modelServer()
  const property = server.put('property', { id: 102, address: '1 High St' })
  server.put('listing', { id: 103, property: property['id'] ?? null, client_key: opId(5) })
  const device = await openDevice('1', database)
  await device.replica.transact('read', (tx) => tx.operationCount())
  return { server, device }
}

async function importOf(device: Device): Promise<ImportMetadata> {
  const stored = await device.database.facts.where('name').startsWith('import ').toArray()
  return stored.map(({ value }) => value as unknown as ImportMetadata).find((value) => value !== null)!
}

async function importViews(device: Device, views: number): Promise<{ created: number; merged: number }> {
  const line = { ...figure(views), line: 1, listing_key: listing, address: '1 High St', of_days: 1 }
  const { records: read } = judgeFile(figureImport, [line], [])
  const { known } = await savingFigures.compare(device, async () => read)
  const { records } = judgeFile(figureImport, [line], known as never)
  const plan = planImport(figureImport, records, (_, one) => defaultDuplicateChoice({ canMerge: true }, one))
  const run = { name: 'a.csv', plan, known: new Set(), onProgress: () => {}, isStopped: () => false }
  return savingFigures.run(device, figureImport, run as never)
}

/** What the server shows for the day: the newest reading. */
function newest(server: ModelServer) {
  const readAt = ({ read_at }: Record<string, unknown>) => Date.parse(String(read_at))
  return server
    .records('exposure_reading')
    .toSorted((one, other) => readAt(one) - readAt(other))
    .at(-1)
}

test('an undone import whose answer was lost clears nothing', async () => {
  const { server, device } = await upgraded([
    part(anImport, { seq: 1, state: 'asked', isUndone: true, figures: [figure(50)] }),
    imported,
  ])
  await drain(device, server)
  device.close()
  expect(server.records('exposure_reading')).toEqual([])
})

test('figures that the agent was asked about wait for the agent', async () => {
  const problem =
    'Other figures were saved for the same day in the meantime: 80 views. Sending yours again replaces them.'
  const { server, device } = await upgraded([
    part(another, { seq: 1, state: 'waiting', problem, figures: [figure(50)] }),
  ])
  await drain(device, server)
  const outbox = await device.database.outbox.toArray()
  device.close()
  expect(server.records('exposure_reading')).toEqual([])
  expect(outbox).toMatchObject([{ state: 'attention', refusal: { message: problem }, changes: { views: 50 } }])
})

test('figures keep the order in which they were saved, also if the clock was set back', async () => {
  const { server, device } = await upgraded([
    part(anImport, { seq: 1, state: 'waiting', at: savedAt + 3_600_000, figures: [figure(50)] }),
    part(another, { seq: 2, state: 'waiting', figures: [figure(60)] }),
  ])
  await drain(device, server)
  device.close()
  expect(newest(server)).toMatchObject({ views: 60 })
})

test('the undo of an old import leaves figures that were saved later', async () => {
  const sent = { state: 'sent', sentAt: savedAt + 10 }
  const { server, device } = await upgraded([
    part(anImport, { seq: 1, ...sent, figures: [figure(50)], before: [views7] }),
    imported,
  ])
  await saveReadings(device, listing, [figure(99)], savedAt + 1000)
  await savingFigures.undo(device, await importOf(device), () => {})
  await drain(device, server)
  device.close()
  expect(newest(server)).toMatchObject({ views: 99 })
})

test('the undo of an old import that waits to be sent again shows what it had replaced', async () => {
  const { server, device } = await upgraded([
    part(anImport, { seq: 1, state: 'asked', figures: [figure(50)], before: [views7] }),
    imported,
  ])
  // As the server has it from the time before readings.
  server.put('exposure_reading', { ...figure(50), listing: 103, read_at: '1970-01-01T00:00:00.000Z', client_key: null })
  await drain(device, server)
  expect(newest(server)).toMatchObject({ views: 50, read_at: expect.not.stringContaining('1970') })
  await savingFigures.undo(device, await importOf(device), () => {})
  await drain(device, server)
  device.close()
  expect(newest(server)).toMatchObject({ views: 7 })
})

test('the undo of an old import of a deleted listing leaves nothing to send', async () => {
  const { server, device } = await upgraded([
    part(anImport, { seq: 1, state: 'sent', figures: [figure(50)], before: [null] }),
    imported,
  ])
  await deleteRecord(device.replica, standingClock(), { opId: opId(990), entity: 'listing', key: listing })
  await drain(device, server)
  await savingFigures.undo(device, await importOf(device), () => {})
  const waiting = await device.database.outbox.count()
  device.close()
  expect(waiting).toBe(0)
})

test('a file is imported again while the undo of its import waits', async () => {
  const { server, device } = await upgraded([])
  await importViews(device, 50)
  await drain(device, server)
  await savingFigures.undo(device, await importOf(device), () => {})
  onServer.figures = [{ ...figure(50), listing: 103, likes: null, saves: null }]
  expect(await importViews(device, 50)).toMatchObject({ created: 1 })
  await drain(device, server)
  device.close()
  expect(server.records('exposure_reading')).toMatchObject([{ views: 50 }])
})

test('figures of a listing that was deleted since the preview do not count as added', async () => {
  const { device } = await upgraded([])
  const line = { ...figure(50), line: 1, listing_key: listing, address: '1 High St', of_days: 1 }
  const gone = { ...line, listing_key: 'gone' }
  const plan = { creates: [gone], merges: [{ key: 'known', records: [line] }], skipped: 0 }
  const run = { name: 'a.csv', plan, known: new Set(), onProgress: () => {}, isStopped: () => false }
  expect(await savingFigures.run(device, figureImport, run as never)).toMatchObject({ created: 0, merged: 1 })
  device.close()
})

test('a refused figure does not count as saved when its file is imported again', async () => {
  const { device } = await upgraded([])
  await importViews(device, 50)
  await device.database.outbox.toCollection().modify({ state: 'attention' })
  expect(await importViews(device, 50)).toMatchObject({ created: 1 })
  device.close()
})

test('an import counts as newer than what the server showed, also if the device’s clock is slow', async () => {
  const { device } = await upgraded([])
  onServer.figures = [{ ...figure(10), listing: 103, likes: null, saves: null }]
  onServer.asOf = new Date(Date.now() + 3_600_000).toISOString()
  await importViews(device, 50)
  const [row] = await device.database.exposure_readings.toArray()
  device.close()
  expect(Date.parse(String(row?.read_at))).toBeGreaterThan(Date.parse(onServer.asOf))
})
