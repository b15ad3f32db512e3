import { Dexie } from 'dexie'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRecord } from '#core/sync/writing/create-record.ts'
import type { Respondent } from '#core/sync/survey/respondent.ts'
import type { Device } from '#storage/device/device.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { draftPort } from '#storage/drafts/draft-port.ts'
import { loadDraft } from '#storage/drafts/drafts.ts'
import { keyValueStore } from '#storage/device/key-value-store.ts'
import { liveQuery } from '#storage/reading/live-query.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'
import { forgetAgent, rememberAgent, signedInAgent } from '#storage/device/remembered-agent.ts'
import { leaseSenderLock, webSenderLock } from '#storage/device/sender-lock.ts'
import { openSurveyStore } from '#storage/survey/survey-store.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import { aClient, opId, standingClock } from '#tests/support/sync-records.ts'

/* A page in WebKit's back/forward cache (fault A24). A lock that a frozen page still holds makes a test hang. */

// Replaced before any connection opens, because each one reads the method when it opens.
let tellWriting = () => {}
// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const begin = IDBDatabase.prototype.transaction
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  if (mode === 'readwrite') tellWriting()
  return begin.call(this, stores, mode, options)
}

const clock = standingClock()
let number = 0
let name: string
let device: Device

beforeEach(async () => {
  number += 1
  name = `freeze-test-${number}`
  device = await openDevice('1', name)
})

afterEach(async () => {
  returnPage()
  // Waits until a connection that is being reopened is open.
  await device.replica.transact('read', async () => {}).catch(() => {})
  device.close()
  await Dexie.delete(name)
})

const addClient = (id: number) =>
  createRecord(device.replica, clock, { opId: opId(id), entity: 'client', changes: aClient() })

/** Counts over a separate connection, which this page's freeze does not close. */
async function countInAnotherPage(databaseName: string, store: string): Promise<number> {
  const database = await opened(indexedDB.open(databaseName))
  try {
    return await opened(database.transaction(store, 'readwrite').objectStore(store).count())
  } finally {
    database.close()
  }
}

function opened<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as DOMException))
  })
}

/** Holds a transaction open from its first answer until the page is frozen; `isOpen` resolves at that answer. */
function holdTransaction(database: Dexie, table: string) {
  let tellOpen = () => {}
  const isOpen = new Promise<void>((resolve) => (tellOpen = resolve))
  const holding = database.transaction('rw', table, async () => {
    for (;;) {
      await database.table(table).count()
      tellOpen()
    }
  })
  const ended = Promise.resolve(holding)
  ended.catch(() => {})
  return { isOpen, ended }
}

/** The parts of the browser's lock manager that these tests need. */
function browserLikeLocks(): LockManager {
  const held = new Map<string, Promise<unknown>>()
  const request = async (lock: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
    if (options.ifAvailable === true && held.has(lock)) return work(null)
    while (held.has(lock)) await held.get(lock)
    const working = Promise.resolve(work({ name: lock, mode: 'exclusive' }))
    held.set(lock, working)
    await working.finally(() => held.delete(lock))
  }
  return { request } as unknown as LockManager
}

const anAgent = { username: 'ann', email: '', first_name: '', last_name: '', license_number: '', phone_number: '' }

const aRespondent: Respondent = {
  key: 'r1',
  questionnaire: 'q1',
  version: 1,
  state: 'open',
  isKiosk: false,
  answered: 0,
  place: { kind: 'start' } as never,
  revision: 0,
  askedRevision: 0,
  sentRevision: 0,
  startedAt: 1,
  activeMs: 0,
  savedAt: null,
  sentAt: null,
  sessionId: null,
  restarts: 0,
  failures: 0,
  nextAt: 0,
  refusal: null,
}

/** Resolves when the app begins its next write transaction. */
function untilWriting(): Promise<void> {
  return new Promise((resolve) => (tellWriting = resolve))
}

/** Resolves when the next database is about to be created or upgraded. */
function untilUpgrading(): Promise<void> {
  const original = indexedDB.open.bind(indexedDB)
  return new Promise((resolve) => {
    vi.spyOn(indexedDB, 'open').mockImplementationOnce((...given) => {
      const opening = original(...given)
      opening.addEventListener('upgradeneeded', () => resolve())
      return opening
    })
  })
}

describe('A24: a page that is frozen with transactions open', () => {
  test('blocks no other page from reading and writing', async () => {
    const transactions = ['clients', 'outbox', 'facts'].map((table) => holdTransaction(device.database, table))
    await Promise.all(transactions.map(({ isOpen }) => isOpen))
    freezePage()
    expect(await countInAnotherPage(name, 'facts')).toBeGreaterThan(0)
    for (const { ended } of transactions) await expect(ended).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('saves interrupted work once when it returns', async () => {
    let isSaved = false
    const writing = untilWriting()
    const saving = addClient(1).then(() => (isSaved = true))
    await writing
    freezePage()
    expect(await countInAnotherPage(name, 'outbox')).toBe(0)
    expect(isSaved).toBe(false)
    returnPage()
    await saving
    expect(await countInAnotherPage(name, 'outbox')).toBe(1)
    expect(await countInAnotherPage(name, 'clients')).toBe(1)
  })

  test('starts no transaction until it returns', async () => {
    freezePage()
    const saving = addClient(1)
    const keeping = set('k', 1, keyValueStore())
    expect(await countInAnotherPage(name, 'outbox')).toBe(0)
    returnPage()
    await Promise.all([saving, keeping])
    expect(await get('k', keyValueStore())).toBe(1)
    expect(await countInAnotherPage(name, 'outbox')).toBe(1)
  })

  test('completes several interrupted saves, however often it was frozen', async () => {
    let writing = untilWriting()
    const saving = Promise.all([1, 2, 3, 4].map(addClient))
    for (let freezes = 0; freezes < 3; freezes += 1) {
      await writing
      freezePage()
      await countInAnotherPage(name, 'outbox')
      writing = untilWriting()
      returnPage()
    }
    await saving
    expect(await countInAnotherPage(name, 'outbox')).toBe(4)
  })

  test('stores an interrupted photo completely', async () => {
    const picture = new Uint8Array(3_000_000).fill(7)
    const writing = untilWriting()
    const keeping = device.saveFile(new Blob([picture]), { fileName: 'house.jpg', mediaType: 'image/jpeg' })
    await writing
    freezePage()
    returnPage()
    expect(Buffer.compare((await device.replica.readFile(await keeping))!, picture)).toBe(0)
  })

  test('A3: has forgotten an agent once that is stored, not before', async () => {
    await rememberAgent({ ...anAgent, id: 70 })
    await forgetAgent('70')
    // Were the transaction still open, the freeze would undo it.
    freezePage()
    returnPage()
    expect(await signedInAgent()).toBeNull()
  })

  test('remembers no agent on return, because another page may have signed them out', async () => {
    const writing = untilWriting()
    const remembering = rememberAgent({ ...anAgent, id: 71 })
    remembering.catch(() => {})
    await writing
    freezePage()
    returnPage()
    await expect(remembering).rejects.toMatchObject({ name: 'AbortError' })
    expect(await signedInAgent()).toBeNull()
  })

  test('does not block a newer version of the database', async () => {
    freezePage()
    const upgrading = indexedDB.open(name, 1_000)
    const newer = await opened(upgrading)
    const troubles: string[] = []
    device.onStorageFailure((reason) => troubles.push(reason))
    returnPage()
    await expect(addClient(1)).rejects.toThrow('A newer version')
    expect(troubles).toEqual(['newer-version'])
    newer.close()
  })

  test('A17: repeats its live queries when it returns', async () => {
    const counts: (number | undefined)[] = []
    const subscription = liveQuery(() => device.database.clients.count()).subscribe((count) => counts.push(count))
    onTestFinished(() => subscription.unsubscribe())
    await vi.waitUntil(() => counts.at(-1) === 0)
    freezePage()
    const other = await opened(indexedDB.open(name))
    await opened(other.transaction('clients', 'readwrite').objectStore('clients').put({ key: '7', id: 7 }))
    other.close()
    returnPage()
    await vi.waitUntil(() => counts.at(-1) === 1)
  })

  test('J2: leaves no partly created database', async () => {
    const fresh = `${name}-fresh`
    const upgrading = untilUpgrading()
    const opening = openDevice('2', fresh)
    await upgrading
    freezePage()
    const inAnotherPage = indexedDB.open(fresh)
    const isMissing = new Promise((resolve) => inAnotherPage.addEventListener('upgradeneeded', resolve))
    const other = await opened(inAnotherPage)
    await isMissing
    other.close()
    await Dexie.delete(fresh)
    returnPage()
    const second = await opening
    expect(second.isNew).toBe(true)
    expect(await second.database.clients.count()).toBe(0)
    second.close()
    await Dexie.delete(fresh)
  })

  test('stores survey answers once when it returns', async () => {
    const store = await openSurveyStore(`survey-${name}`)
    const writing = untilWriting()
    const adding = store.add(aRespondent)
    await writing
    freezePage()
    expect(await countInAnotherPage(`survey-${name}`, 'respondents')).toBe(0)
    returnPage()
    await adding
    expect(await countInAnotherPage(`survey-${name}`, 'respondents')).toBe(1)
    store.close()
    await Dexie.delete(`survey-${name}`)
  })
})

describe('A24: the sender lock', () => {
  test('is free for others at once, and a page that returns has lost it', async () => {
    const locks = browserLikeLocks()
    let whenLost: Promise<void> = Promise.resolve()
    const frozen = webSenderLock('sender', locks).hold(
      (lost) => (whenLost = new Promise((resolve) => lost.addEventListener('abort', () => resolve()))),
      { steal: false },
    )
    freezePage()
    await whenLost
    expect(await frozen).toBe('done')
    returnPage()
    expect(await webSenderLock('sender', locks).hold(async () => {}, { steal: false })).toBe('done')
  })

  test('is not acquired by a page that is already frozen', async () => {
    freezePage()
    const work = vi.fn<() => Promise<void>>(async () => {})
    expect(await webSenderLock('sender', browserLikeLocks()).hold(work, { steal: false })).toBe('busy')
    expect(work).not.toHaveBeenCalled()
  })

  test('as a lease, without Web Locks, is lost when the page freezes', async () => {
    let isLost = false
    const held = leaseSenderLock(device.replica, systemClock, 'a').hold(
      (lost) =>
        new Promise((resolve) =>
          lost.addEventListener('abort', () => {
            isLost = true
            resolve()
          }),
        ),
      { steal: false },
    )
    await vi.waitUntil(async () => (await device.database.facts.get('sender-lease')) !== undefined)
    freezePage()
    returnPage()
    expect(await held).toBe('done')
    expect(isLost).toBe(true)
  })
})

describe('A24: the draft of a form', () => {
  const draft = (of: number, text: string) => ({
    opId: opId(of),
    opened: { notes: '' },
    values: { notes: text },
    savedAt: of,
  })
  const reload = vi.fn<() => void>()

  beforeEach(() => {
    reload.mockReset()
    vi.stubGlobal('navigator', { locks: browserLikeLocks() })
    vi.stubGlobal('location', { origin: 'http://localhost', reload })
  })

  afterEach(() => vi.unstubAllGlobals())

  test('belongs to the page again if nothing has changed', async () => {
    const form = draftPort('7', `still-${number}`)
    await form.load()
    await form.save(draft(1, 'Kept'))
    freezePage()
    returnPage()
    await form.save(draft(2, 'Kept on'))
    expect(await loadDraft('7', `still-${number}`)).toEqual(draft(2, 'Kept on'))
    expect(reload).not.toHaveBeenCalled()
  })

  test('taken over by another page reloads this page, because two may not save under one operation id', async () => {
    const formName = `taken-${number}`
    const form = draftPort('7', formName)
    await form.load()
    await form.save(draft(1, 'Kept'))
    freezePage()
    let leave = () => {}
    void navigator.locks.request(lockOf(formName), {}, () => new Promise<void>((resolve) => (leave = resolve)))
    returnPage()
    await form.save(draft(2, 'Kept on'))
    expect(reload).toHaveBeenCalledOnce()
    expect(await loadDraft('7', formName)).toEqual(draft(1, 'Kept'))
    leave()
  })

  test('changed by another page is not overwritten', async () => {
    const formName = `changed-${number}`
    const form = draftPort('7', formName)
    await form.load()
    await form.save(draft(1, 'Kept'))
    const writing = untilWriting()
    const late = form.save(draft(2, 'Kep')).catch(() => {})
    await writing
    freezePage()
    await changeInAnotherPage(formName, draft(3, 'Katherine'))
    returnPage()
    await late
    await vi.waitUntil(() => reload.mock.calls.length === 1)
    expect(await loadDraft('7', formName)).toEqual(draft(3, 'Katherine'))
  })

  const lockOf = (formName: string) => `fanlight-draft:${thisServer()} 7 ${formName} #0`

  async function changeInAnotherPage(formName: string, changed: object): Promise<void> {
    const database = await opened(indexedDB.open('fanlight-keys'))
    const values = database.transaction('values', 'readwrite').objectStore('values')
    await opened(values.put(changed, `draft:${thisServer()}:7:${formName}`))
    database.close()
  }
})
