import { Dexie, liveQuery } from 'dexie'
import { keys } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SurveyAnalytics } from '#core/contract/survey.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import { serverKindMetadataKey } from '#core/sync/metadata-keys.ts'
import { photosKeptMs, type AttachedFile, type OperationState } from '#core/sync/operation.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { syncOnce } from '#core/sync/sync-once.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import { databaseName } from '#storage/database/device-name.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { deleteDrafts, listDrafts, loadDraft, saveDraft, textOfDrafts } from '#storage/drafts/drafts.ts'
import { draftPort } from '#storage/drafts/draft-port.ts'
import { freeSpace } from '#storage/device/device-writer.ts'
import {
  deleteForgottenFiles,
  deleteSentFiles,
  fileToShow,
  pieceBytes,
  readFile,
} from '#storage/database/file-pieces.ts'
import { keyValueStore } from '#storage/device/key-value-store.ts'
import { listLocalAgents } from '#storage/opening/locate-devices.ts'
import { forgetAgent, lockAgent, rememberAgent, signedInAgent } from '#storage/device/remembered-agent.ts'
import { onNewWork } from '#app/start-sync.ts'
import { analyticsCopy, storeAnalyticsCopy } from '#storage/survey/survey-analytics-copies.ts'
import { canStoreData } from '#storage/device/storage-health.ts'
import { workerCredentials } from '#storage/device/worker-credentials.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { aSyncRun } from '#tests/support/sync-office.ts'
import { aJournalEntry, opId, standingClock } from '#tests/support/sync-records.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

const ann = {
  id: 7,
  username: 'ann',
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Lee',
  license_number: '',
  phone_number: '',
}

let device: Device

beforeEach(async () => {
  device = await openDevice('7')
})

afterEach(async () => {
  device.close()
  await deleteDevice('7')
  await deleteDevice('8')
})

async function addOperation(of: Device, number: number, state: OperationState = 'queued', key = `local-${number}`) {
  const operation = newOperation({
    owner: of.owner,
    opId: opId(number),
    entity: 'client',
    key,
    kind: 'create',
    madeAt: 0,
  })
  return of.replica.transact('write', (tx) => tx.addOperation({ ...operation, state }))
}

describe('photos on the device', () => {
  const picture = new Uint8Array(2.5 * pieceBytes).map((_, index) => (index * 7) % 251)
  const names = { fileName: 'house.jpg', mediaType: 'image/jpeg' }

  test('I6: are kept in pieces of at most one mebibyte and come back whole', async () => {
    const file = await device.saveFile(new Blob([picture]), names)
    const pieces = await device.database.blobs.toArray()
    expect(pieces.map(({ bytes }) => bytes.byteLength)).toEqual([pieceBytes, pieceBytes, pieceBytes / 2])
    expect(file).toMatchObject({ ...names, byteLength: picture.byteLength })
    expect(Buffer.compare((await device.replica.readFile(file))!, picture)).toBe(0)
    const shown = await fileToShow(device.database, file.blobKey, 'image/jpeg')
    expect([shown?.size, shown?.type]).toEqual([picture.byteLength, 'image/jpeg'])
  })

  test('A14: damaged or missing bytes are noticed, never sent', async () => {
    const file = await device.saveFile(new Blob([picture]), names)
    const piece = (await device.database.blobs.get([file.blobKey, 1]))!
    const damaged = piece.bytes.slice()
    damaged[5] = (damaged[5] ?? 0) ^ 1
    await device.database.blobs.put({ ...piece, bytes: damaged })
    expect(await readFile(device.database, file)).toBeNull()
    await device.database.blobs.delete([file.blobKey, 1])
    expect(await readFile(device.database, file)).toBeNull()
  })

  test('I10: only files that no operation needs and that were not picked lately are deleted', async () => {
    const needed = await device.saveFile(new Blob([picture]), names)
    const forgotten = await device.saveFile(new Blob(['left behind']), names)
    const operation = newOperation({
      owner: '7',
      opId: opId(1),
      entity: 'listing_image',
      key: 'local-1',
      kind: 'create',
      madeAt: 0,
      files: { image: needed },
    })
    await device.replica.transact('write', (tx) => tx.addOperation(operation))
    expect(await deleteForgottenFiles(device.database, Date.now() - 60_000, '')).toBe(0)
    expect(await deleteForgottenFiles(device.database, Date.now() + 1, '')).toBe(1)
    expect(await readFile(device.database, needed)).not.toBeNull()
    expect(await readFile(device.database, forgotten)).toBeNull()
  })
})

test('I10: a photo that a draft names stays, whatever the clock said when it was picked', async () => {
  const file = await device.saveFile(new Blob(['a house']), { fileName: 'house.jpg', mediaType: 'image/jpeg' })
  await device.database.blobs.toCollection().modify({ savedAt: 0 })
  await saveDraft('7', 'create-listing:0', { values: { photo: { kind: 'picked', file } }, savedAt: Date.now() })
  await device.deleteUnneededFiles(await textOfDrafts())
  expect(await readFile(device.database, file)).not.toBeNull()
  await deleteDrafts('7')
  await device.deleteUnneededFiles(await textOfDrafts())
  expect(await readFile(device.database, file)).toBeNull()
})

describe('photos that the server has', () => {
  async function sentPhoto(settledAt: number): Promise<AttachedFile> {
    const file = await device.saveFile(new Blob(['a house']), { fileName: 'house.jpg', mediaType: 'image/jpeg' })
    const entry = { entity: 'listing_image', key: 'local-1', kind: 'create', changes: {} } as const
    await device.replica.transact('write', (tx) =>
      tx.addToJournal(aJournalEntry(1, settledAt, { ...entry, files: { image: file } })),
    )
    return file
  }

  test('C19: stay for some days, in case it is restored from a backup, unless the room is needed', async () => {
    const file = await sentPhoto(1_000)
    expect(await deleteSentFiles(device.database, 1_000)).toBe(0)
    expect(await readFile(device.database, file)).not.toBeNull()
    expect(await freeSpace('7', device.database)).toBe(true)
    expect(await readFile(device.database, file)).toBeNull()
    expect(await freeSpace('7', device.database)).toBe(false)
  })

  test('C19: stay for as long as they would be sent to a restored server again', async () => {
    const [needed, past] = [
      await sentPhoto(Date.now() - photosKeptMs + 60_000),
      await sentPhoto(Date.now() - photosKeptMs),
    ]
    await device.deleteUnneededFiles(await textOfDrafts())
    expect(await readFile(device.database, needed)).not.toBeNull()
    expect(await readFile(device.database, past)).toBeNull()
  })
})

test('figures of the survey stay for the selections that were asked for last, and for everything', async () => {
  const { database } = device
  const analytics = { total_sessions: 1 } as SurveyAnalytics
  const selections = ['', ...Array.from({ length: 12 }, (_, index) => `from=2026-${index + 1}`)]
  for (const [at, query] of selections.entries()) await storeAnalyticsCopy(database, query, { analytics, at })
  const kept = await Promise.all(selections.map((query) => analyticsCopy(database, query)))
  expect(kept.flatMap((copy) => (copy === null ? [] : [copy.at]))).toEqual([0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('A6: other agents’ listings that made room are fetched again, an hour later at the earliest', async () => {
  const server = modelServer('ours')
  server.signedInAs = 7
  server.put('available_listing', { id: 9, listing_price: 1 })
  const { ports } = syncDevice(server, virtualClock(), 1, '7')
  const now = Date.now()
  const syncAt = (at: number) =>
    syncOnce({ ...ports, replica: device.replica, clock: { ...ports.clock, now: () => at } }, aSyncRun())
  const available = () => device.database.available_listings.toCollection().primaryKeys()
  await syncAt(now)
  expect(await available()).toEqual(['9'])
  expect(await freeSpace('7', device.database)).toBe(true)
  server.put('client', { id: 1, first_name: 'Ann' })
  await syncAt(now + 60_000)
  expect(await available()).toEqual([])
  await syncAt(now + 2 * 3_600_000)
  expect(await available()).toEqual(['9'])
})

describe('several agents on one device', () => {
  test('D4: each has a database of their own, and the sign-in page counts what waits without showing it', async () => {
    const other = await openDevice('8')
    await rememberAgent(ann)
    await addOperation(device, 1)
    await addOperation(device, 2)
    await addOperation(other, 3)
    // As a version before exposure readings left it.
    await other.database.facts.put({ name: 'figures unsent typed 000000', value: { figures: [] } })
    other.close()
    expect((await listLocalAgents()).sort((one, two) => one.agentId.localeCompare(two.agentId))).toMatchObject([
      { agentId: '7', unsent: 2, agent: { user: { username: 'ann' } } },
      { agentId: '8', unsent: 2, agent: null },
    ])
  })

  test('D11: data of another server is not ours', async () => {
    const elsewhere = new Dexie(databaseName('7', 'https://other.example/api/'))
    elsewhere.version(1).stores({ outbox: '++seq' })
    await elsewhere.open()
    elsewhere.close()
    expect((await listLocalAgents()).map(({ agentId }) => agentId)).toEqual(['7'])
    await elsewhere.delete()
  })

  test('looking for data makes none', async () => {
    device.close()
    await deleteDevice('7')
    expect(await listLocalAgents()).toEqual([])
    expect(await Dexie.exists(databaseName('7'))).toBe(false)
  })

  test('a 401 locks the session: the profile and the unsent work stay', async () => {
    await rememberAgent(ann)
    expect((await signedInAgent())?.user.username).toBe('ann')
    await addOperation(device, 1)
    await lockAgent('7')
    expect(await signedInAgent()).toBeNull()
    expect(await listLocalAgents()).toMatchObject([{ agentId: '7', unsent: 1, agent: { locked: true } }])
    await rememberAgent(ann)
    expect(await signedInAgent()).toMatchObject({ locked: false })
  })

  test('a 401 that comes after the agent’s data was deleted leaves nothing of them', async () => {
    await rememberAgent(ann)
    await forgetAgent('7')
    await lockAgent('7')
    expect((await keys<string>(keyValueStore())).filter((key) => key.startsWith('agent:'))).toEqual([])
  })

  test('forgetting one agent leaves the other signed in', async () => {
    await rememberAgent({ ...ann, id: 8 })
    await rememberAgent(ann)
    await forgetAgent('8')
    expect((await signedInAgent())?.agentId).toBe('7')
  })

  test('deleting an agent’s data takes records, drafts and profile, also from under an open page', async () => {
    const troubles: string[] = []
    device.onStorageFailure((reason) => troubles.push(reason))
    await rememberAgent(ann)
    await addOperation(device, 1)
    await saveDraft('7', 'new-client', { values: { first_name: 'B' }, savedAt: 1 })
    await saveDraft('8', 'new-client', { values: { first_name: 'C' }, savedAt: 1 })
    await deleteDevice('7')
    expect(troubles).toEqual(['gone'])
    expect(await listLocalAgents()).toEqual([])
    expect(await signedInAgent()).toBeNull()
    expect(await loadDraft('7', 'new-client')).toBeNull()
    expect(await loadDraft('8', 'new-client')).not.toBeNull()
  })
})

test('A1: a draft comes back as it was typed, for its own agent only, newest first', async () => {
  await saveDraft('7', 'edit-client 3', { values: { notes: 'half a sen' }, opId: opId(1), savedAt: 1 })
  await saveDraft('7', 'new-client', { values: {}, savedAt: 2 })
  await saveDraft(null, 'register', { values: { username: 'x' }, savedAt: 3 })
  expect(await loadDraft('7', 'edit-client 3')).toEqual({ values: { notes: 'half a sen' }, opId: opId(1), savedAt: 1 })
  expect((await listDrafts('7')).map(({ formName }) => formName)).toEqual(['new-client', 'edit-client 3'])
  expect((await listDrafts(null)).map(({ formName }) => formName)).toEqual(['register'])
})

test('A7: storage is proven by a real write', async () => {
  expect(await canStoreData()).toBe(true)
})

test('the worker finds the credentials that the page left, and none after logout', async () => {
  await workerCredentials.keep({ agentId: '7', antiForgery: 'token', bearer: null })
  expect(await workerCredentials.read()).toEqual({ agentId: '7', antiForgery: 'token', bearer: null })
  await workerCredentials.forget()
  expect(await workerCredentials.read()).toBeNull()
})

describe('marks', () => {
  test('say what each record’s changes wait for, and only that', async () => {
    const wake = () => new Promise<void>((resolve) => (next = resolve))
    let next = () => {}
    const stop = device.marks.subscribe(() => next())
    let told = wake()
    await addOperation(device, 1, 'queued', 'a')
    await addOperation(device, 2, 'sending', 'b')
    await addOperation(device, 3, 'queued', 'b')
    await addOperation(device, 4, 'needs-login', 'c')
    await addOperation(device, 5, 'attention', 'd')
    await addOperation(device, 6, 'conflict', 'e')
    while (device.marks.countOf('client', 'e') === 0) {
      await told
      told = wake()
    }
    const marks = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => device.marks.markOf('client', key))
    expect(marks).toEqual(['Waiting', 'Sending', 'Paused', 'Needs fixing', 'Conflict', null])
    expect(device.marks.markOf('listing', 'a')).toBeNull()
    expect(device.marks.countOf('client', 'b')).toBe(2)
    expect(device.marks.totals()).toEqual({ waiting: 4, needsAgent: 2, notOffered: 0 })
    stop()
  })

  test('say of what a plain server has no place for that it is on this device, until our server is there', async () => {
    const property = { opId: opId(1), entity: 'property' as const, changes: { address: '1 High St', is_private: true } }
    const home = await createRecord(device.replica, standingClock(), property)
    const references = { property: { entity: 'property' as const, key: home.key } }
    const card = { opId: opId(2), entity: 'door_card' as const, changes: { gate_code: '4719' }, references }
    await createRecord(device.replica, standingClock(), card)
    await addOperation(device, 3)
    const works = (kind: 'plain' | 'ours') =>
      device.replica.transact('write', (tx) =>
        tx.setMeta(serverKindMetadataKey, kind === 'plain' ? { kind } : { kind, features: [], doubtedAt: null }),
      )
    const counted = (notOffered: number) =>
      new Promise<() => void>((resolve) => {
        const stop = device.marks.subscribe(() => device.marks.totals().notOffered === notOffered && resolve(stop))
      })
    await works('plain')
    const stop = await counted(2)
    expect(device.marks.totals()).toEqual({ waiting: 1, needsAgent: 0, notOffered: 2 })
    expect(device.marks.markOf('property', home.key)).toBe('On this device')
    await works('ours')
    ;(await counted(0))()
    expect(device.marks.markOf('property', home.key)).toBe('Waiting')
    stop()
  })
})

test('B14: only something new to send wakes the sender, not what the sender itself changes', async () => {
  let news = 0
  let heard = () => {}
  const stop = onNewWork(device.database, () => {
    news += 1
    heard()
  })
  const seen = (count: number) => new Promise<void>((resolve) => (heard = () => news === count && resolve()))
  const change = (seq: number, state: OperationState) =>
    device.replica.transact('write', async (tx) => {
      const operation = await tx.operation(seq)
      if (operation !== undefined) await tx.putOperation({ ...operation, state })
    })

  // A query that was asked later has answered, so the one above has looked at the empty outbox.
  await new Promise((resolve) => liveQuery(() => device.database.outbox.count()).subscribe(resolve))
  let told = seen(1)
  const first = await addOperation(device, 1)
  await told
  told = seen(2)
  const refused = await addOperation(device, 2, 'attention')
  await told
  told = seen(3)
  await change(refused, 'queued')
  await told
  await change(first, 'sending')
  await change(first, 'waiting')
  told = seen(4)
  await addOperation(device, 3)
  await told
  stop()
  expect(news).toBe(4)
})

describe('the draft of a form', () => {
  const draft = (number: number) => ({
    opId: opId(number),
    opened: { notes: '' },
    values: { notes: `n${number}` },
    savedAt: number,
  })

  test('comes back in the same tab and goes when it is saved', async () => {
    await draftPort('7', 'form-a').load()
    await draftPort('7', 'form-a').save(draft(1))
    expect(await draftPort('7', 'form-a').load()).toEqual(draft(1))
    await draftPort('7', 'form-a').delete()
    expect(await draftPort('7', 'form-a').load()).toBeNull()
  })

  test('A1, A15: of something that was saved after all is not brought back', async () => {
    const form = draftPort('7', 'form-b', device.database)
    await form.load()
    await form.save(draft(1))
    expect(await form.load()).toEqual(draft(1))
    await addOperation(device, 1)
    expect(await form.load()).toBeNull()
    expect(await loadDraft('7', 'form-b')).toBeNull()
  })

  test('A8: is found by the next attempt where the first one could not read, and no place stays taken', async () => {
    const held = new Set<string>()
    const request = async (name: string, _: LockOptions, work: (lock: object | null) => Promise<void>) => {
      const isFree = !held.has(name)
      if (isFree) held.add(name)
      await work(isFree ? {} : null)
      if (isFree) held.delete(name)
    }
    vi.stubGlobal('navigator', { locks: { request } })
    await saveDraft('7', 'form-c', draft(1))
    const where = () => {
      throw new Error('lost')
    }
    const failing = { outbox: { where } } as unknown as Device['database']
    await expect(draftPort('7', 'form-c', failing).load()).rejects.toThrow('lost')
    expect(await draftPort('7', 'form-c', device.database).load()).toEqual(draft(1))
    expect([...held]).toEqual([expect.stringMatching(/form-c #0$/)])
    vi.unstubAllGlobals()
  })
})
