import { afterEach, beforeEach, expect, test } from 'vitest'
import { importPeople, peopleToImport } from '#tests/support/people-import.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import { withDeviceLock } from '#storage/device/device-lock.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'

/* Two tabs of one device in a browser without Web Locks, as on a page without HTTPS. */
let tabs: [Device, Device]

beforeEach(async () => {
  tabs = [await openDevice('7'), await openDevice('7')]
  expect((globalThis as { navigator?: { locks?: unknown } }).navigator?.locks).toBeUndefined()
})

afterEach(async () => {
  returnPage()
  for (const device of tabs) device.close()
  await deleteDevice('7')
})

test('B7: without Web Locks, tasks of one name still run one at a time across tabs', async () => {
  const order: string[] = []
  const workOf = (name: string) => async () => {
    order.push(`${name} begins`)
    await tabs[0].replica.transact('write', (tx) => tx.setMeta('work', name))
    order.push(`${name} ends`)
    return name
  }
  const done = await Promise.all(
    tabs.map((device, index) => withDeviceLock(device, 'import', workOf(index === 0 ? 'first' : 'second'))),
  )
  expect(done).toEqual(['first', 'second'])
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('B7: without Web Locks, a file imported by two tabs at once is imported once', async () => {
  const people = peopleToImport(3)
  await Promise.all(tabs.map((device) => importPeople(device, people)))
  expect(await tabs[0].database.clients.count()).toBe(3)
})

test('A24: a task whose page freezes is notified that another page may have started', async () => {
  let isLost = false
  const working = withDeviceLock(
    tabs[0],
    'import',
    (lost) =>
      new Promise<void>((resolve) =>
        lost.addEventListener('abort', () => {
          isLost = true
          resolve()
        }),
      ),
  )
  // The lease is stored once the other tab can read it.
  await expect.poll(() => tabs[1].database.facts.get('import-lease')).toBeDefined()
  freezePage()
  returnPage()
  await working
  expect(isLost).toBe(true)
})
