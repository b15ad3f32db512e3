import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { thisServer } from '#storage/database/device-name.ts'
import { draftPort } from '#storage/drafts/draft-port.ts'
import { loadDraft, textOfDrafts, readExitDraft, writeExitDraft } from '#storage/drafts/drafts.ts'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'
import { browserLikeLocks } from '#tests/support/browser-like-locks.ts'
import { settledRequest } from '#tests/support/settled-request.ts'

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
/** Waits several turns of the event loop: longer than a read of the key-value store. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const draft = (savedAt: number, text: string) => ({
  opId: id(1),
  opened: { notes: '' },
  values: { notes: text },
  savedAt,
})
const reload = vi.fn<() => void>()
let count = 0
let formName = ''

beforeEach(() => {
  count += 1
  formName = `left-${count}`
  reload.mockReset()
  vi.stubGlobal('navigator', { locks: browserLikeLocks() })
  vi.stubGlobal('location', { origin: 'http://localhost', reload })
  vi.stubGlobal('localStorage', aStorage())
  vi.stubGlobal('sessionStorage', aStorage())
})
afterEach(() => {
  returnPage()
  vi.unstubAllGlobals()
})

/** Types as another tab that has taken over the draft, exit draft included. */
async function anotherTabTypesOn(changed: object): Promise<void> {
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key)
  const database = await settledRequest(indexedDB.open('fanlight-keys'))
  const values = database.transaction('values', 'readwrite').objectStore('values')
  await settledRequest(values.put(changed, `draft:${thisServer()}:7:${formName}`))
  database.close()
}

test('A24: an exit draft saved while the page freezes does not overwrite another tab’s newer text', async () => {
  const form = draftPort('7', formName)
  await form.load()
  await form.save(draft(1, 'Kat'))
  // The listener of `saveExitDraft` runs after that of the freeze.
  freezePage()
  form.saveAtExit(draft(2, 'Kath'))
  const kept = form.enqueue(() => form.save(draft(2, 'Kath')))
  await anotherTabTypesOn(draft(3, 'Katherine Hill, wants a garden'))
  returnPage()
  await kept
  await settled()
  expect(reload).toHaveBeenCalled()
  expect((await loadDraft('7', formName))?.values).toEqual({ notes: 'Katherine Hill, wants a garden' })
})

test('A24: reloading a page that lost its draft does not overwrite another tab’s text either', async () => {
  const form = draftPort('7', formName)
  await form.load()
  await form.save(draft(1, 'Kat'))
  freezePage()
  form.saveAtExit(draft(2, 'Kath'))
  await anotherTabTypesOn(draft(3, 'Katherine Hill, wants a garden'))
  returnPage()
  await settled()
  expect(reload).toHaveBeenCalled()
  // The `pagehide` of that reload, with a draft write still pending.
  form.saveAtExit(draft(4, 'Kath'))
  expect(readExitDraft('7', formName)).toBeNull()
})

test('F1: words typed before an older draft was read are restored after leaving at once', async () => {
  const earlier = draftPort('7', `${formName}-old`)
  await earlier.load()
  await earlier.save({ ...draft(1, 'Old'), opId: id(5) })
  freezePage() // The earlier tab is gone and its slot is free.
  vi.stubGlobal('navigator', { locks: browserLikeLocks() })
  vi.resetModules()
  returnPage()
  const fresh = async () => (await import('#storage/drafts/draft-port.ts')).draftPort('7', `${formName}-old`)
  // Opened, typed in before the storage has answered, and left.
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

test('photos named only in an exit draft count as used', async () => {
  writeExitDraft('7', 'create-listing:0', draft(1, 'a photo'))
  expect(await textOfDrafts()).toContain('a photo')
})
