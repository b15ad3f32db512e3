import { get } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseName, thisServer } from '#storage/device-name.ts'
import { draftPort } from '#storage/draft-port.ts'
import { loadDraft } from '#storage/drafts.ts'
import { readExitDraft } from '#storage/exit-draft.ts'
import { keysStore } from '#storage/keys-store.ts'
import { runningKiosk, saveKioskLock } from '#storage/kiosk-lock.ts'
import { locateDevices } from '#storage/locate-devices.ts'
import { openDevice } from '#storage/open-device.ts'
import { freezePage, returnPage } from '#storage/page-freeze.ts'
import { rememberAgent, signedInAgent } from '#storage/remembered-agent.ts'

function opened<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as DOMException))
  })
}
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
function aStorage() {
  const values = new Map<string, string>()
  const methods = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  return new Proxy(methods, {
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      values.has(String(key)) ? { enumerable: true, configurable: true, value: values.get(String(key)) } : undefined,
  })
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 100))
const within = <R>(work: Promise<R>, ms = 1500) =>
  Promise.race([work, new Promise<'stuck'>((r) => setTimeout(() => r('stuck'), ms))])

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const draft = (of: number, text: string) => ({
  opId: id(1),
  opened: { notes: '' },
  values: { notes: text },
  savedAt: of,
})
const reload = vi.fn<() => void>()
let number = 0
let formName = ''

beforeEach(() => {
  number += 1
  formName = `eyes-${number}`
  reload.mockReset()
  vi.stubGlobal('navigator', { locks: browserLikeLocks() })
  vi.stubGlobal('location', { origin: 'http://localhost', reload })
  vi.stubGlobal('localStorage', aStorage())
  vi.stubGlobal('sessionStorage', aStorage())
})
afterEach(() => {
  returnPage()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** What the system does to the transactions of a process that it suspends: they are aborted, without a freeze of the page. */
function abortNext(store: string): void {
  // oxlint-disable-next-line typescript/unbound-method
  const begin = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...given) {
    const transaction = begin.apply(this, given)
    if ([given[0]].flat().includes(store)) queueMicrotask(() => transaction.abort())
    return transaction
  })
}
const anAgent = { username: 'ann', email: '', first_name: '', last_name: '', license_number: '', phone_number: '' }

test('A25: who is signed in is still known where the process was suspended while that was read', async () => {
  await rememberAgent({ ...anAgent, id: 81 })
  await get('warm', keysStore())
  vi.stubGlobal('navigator', { locks: browserLikeLocks() })
  // A new connection keeps the method that it finds.
  freezePage()
  returnPage()
  await settled()
  abortNext('values')
  expect((await signedInAgent().catch((error: unknown) => String(error))) as unknown).toMatchObject({ agentId: '81' })
})

test('A25: a visitors’ screen stays locked where the process was suspended while its page began', async () => {
  await rememberAgent({ ...anAgent, id: 82 })
  await saveKioskLock({
    agentId: '82',
    path: '/kiosk',
    salt: new Uint8Array(16),
    hash: new Uint8Array(32),
    failures: 0,
    lockedUntil: null,
  })
  freezePage()
  returnPage()
  await settled()
  abortNext('values')
  // `begin` of start-session.ts
  const remembered = await signedInAgent().catch(() => null)
  await runningKiosk(remembered?.agentId ?? null).catch(() => null)
  expect(await runningKiosk('82')).not.toBeNull()
})

/** As another tab, which has taken the draft over, exit draft included. */
async function anotherTabTypesOn(changed: object): Promise<void> {
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key)
  const database = await opened(indexedDB.open('fanlight-keys'))
  const values = database.transaction('values', 'readwrite').objectStore('values')
  await opened(values.put(changed, `draft:${thisServer()}:7:${formName}`))
  database.close()
}

test('A24: words of the last moment, kept while the page freezes, do not write over what another tab typed since', async () => {
  const form = draftPort('7', formName)
  await form.load()
  await form.save(draft(1, 'Kat'))
  // `keepAtExit`, whose listener comes after that of the freeze.
  freezePage()
  form.saveAtExit(draft(2, 'Kath'))
  const kept = form.inTurn(() => form.save(draft(2, 'Kath')))
  await anotherTabTypesOn(draft(3, 'Katherine Hill, wants a garden'))
  returnPage()
  await kept
  await settled()
  expect(reload).toHaveBeenCalled()
  expect((await loadDraft('7', formName))?.values).toEqual({ notes: 'Katherine Hill, wants a garden' })
})

test('A24: nor does the reload of the page that lost its draft', async () => {
  const form = draftPort('7', formName)
  await form.load()
  await form.save(draft(1, 'Kat'))
  freezePage()
  form.saveAtExit(draft(2, 'Kath'))
  await anotherTabTypesOn(draft(3, 'Katherine Hill, wants a garden'))
  returnPage()
  await settled()
  expect(reload).toHaveBeenCalled()
  // The `pagehide` of that reload, where a write of the draft had not ended.
  form.saveAtExit(draft(4, 'Kath'))
  expect(readExitDraft('7', formName)).toBeNull()
})

test('F1: words typed before an older draft was read, and left at once, come back', async () => {
  const earlier = draftPort('7', `${formName}-old`)
  await earlier.load()
  await earlier.save({ ...draft(1, 'Old'), opId: id(5) })
  freezePage() // The earlier tab is gone: its place is free.
  vi.stubGlobal('navigator', { locks: browserLikeLocks() })
  vi.resetModules()
  returnPage()
  const fresh = async () => (await import('#storage/draft-port.ts')).draftPort('7', `${formName}-old`)
  // Opened, typed in while the storage has not answered yet, and left.
  ;(await fresh()).saveAtExit({ ...draft(9, 'Katherine'), opId: id(6) })
  vi.resetModules()
  vi.stubGlobal('navigator', { locks: browserLikeLocks() })
  const next = await fresh()
  const first = await next.load()
  await next.delete()
  vi.resetModules()
  vi.stubGlobal('navigator', { locks: browserLikeLocks() })
  const second = await (await fresh()).load()
  expect([first?.values.notes, second?.values.notes]).toContain('Katherine')
})

test('A24: a sign-in page, frozen while it counts unsent work, holds up no newer version of the database', async () => {
  const agents = databaseName('77')
  ;(await openDevice('77')).close()
  const original = indexedDB.open.bind(indexedDB)
  const isFrozen = new Promise<void>((resolve) =>
    vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
      const opening = original(...given)
      if (given[0] === agents) {
        opening.addEventListener('success', () =>
          queueMicrotask(() => {
            freezePage()
            resolve()
          }),
        )
      }
      return opening
    }),
  )
  const locating = locateDevices()
  await isFrozen
  vi.restoreAllMocks()
  const newer = await within(opened(indexedDB.open(agents, 1000)))
  returnPage()
  expect(newer).not.toBe('stuck')
  ;(newer as IDBDatabase).close()
})

test('A25: answers of the survey are kept on the disk where the process was suspended while their database was made', async () => {
  const { pageSurveyStore } = await import('#storage/page-survey-store.ts')
  const original = indexedDB.open.bind(indexedDB)
  let isAborted = false
  vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
    const opening = original(...given)
    opening.addEventListener('upgradeneeded', () => {
      if (isAborted || !given[0].startsWith('fanlight-survey')) return
      isAborted = true
      queueMicrotask(() => opening.transaction?.abort())
    })
    return opening
  })
  const store = await pageSurveyStore()
  expect(isAborted).toBe(true)
  expect(store.isMemory).toBe(false)
  store.close()
})
