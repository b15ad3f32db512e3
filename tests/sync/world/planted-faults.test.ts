import { beforeEach, describe, expect, test } from 'vitest'
import type { ReplicaTransaction, Request } from '#core/sync/ports.ts'
import type { Context } from './context.ts'
import { checkAtRest } from './invariants.ts'
import { nothingWaitsForFrozenPages } from './invariants/in-the-cache.ts'
import * as onDevices from './invariants/on-devices.ts'
import * as onTheServer from './invariants/on-the-server.ts'
import * as onTheWay from '#tests/sync/world/invariants/in-flight-requests.ts'
import { heal } from './heal.ts'
import { HistoryEvent, happeningNames } from '../histories/commands.ts'
import { furnish } from './office.ts'
import { Violation } from './violation.ts'
import { World } from './world.ts'

/* Each invariant can fail: one fault is planted in a healthy world, and the check must report it. */

let world: World
const here = { tablet: 0, tab: 'first tab', which: 0 }
const exchange = { tablet: 0, by: 'first tab', isAsked: true, fault: 0, target: 0, latency: 0 }

async function happen(does: string, given: unknown): Promise<void> {
  await new HistoryEvent([does, given]).run(world.ledger, world)
}

beforeEach(async () => {
  world = new World('ours', 'memory')
  furnish(world)
  await happen('exchanges with the server', exchange)
  await happen('makes a client', { ...here, which: 1 })
  await happen('writes more about a client', here)
})

/** The office's client that the device has edited. */
function theClient(): number {
  return Number(world.records('1', 'client')[0]?.['id'])
}

async function onDevice(work: (tx: ReplicaTransaction) => Promise<void>): Promise<void> {
  const { replica } = await world.tablet(0).contextOf('1', 'first tab').connection()
  await replica.transact('write', work)
}

function violation(check: () => void): number | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof Violation) return error.invariant
    throw error
  }
}

test('histories consist of more than forty kinds of events', () => {
  expect(happeningNames.length).toBeGreaterThanOrEqual(40)
})

test('a world without faults satisfies all invariants', async () => {
  await heal(world)
  expect(violation(() => checkAtRest(world))).toBeNull()
})

test('1: a write that is neither in an outbox nor on the server is reported as lost', async () => {
  await heal(world)
  world.accounts['1'].put('client', { id: theClient(), notes: 'Nothing of what was saved.' })
  expect(violation(() => onTheServer.nothingIsLost(world))).toBe(1)
})

test('1: a record that vanished is reported as lost', async () => {
  await heal(world)
  world.accounts['1'].remove('client', theClient())
  expect(violation(() => onTheServer.nothingIsLost(world))).toBe(1)
})

test('1: a listing’s only photo that vanished from a plain server is reported as lost', async () => {
  world = new World('plain', 'memory')
  furnish(world)
  await happen('exchanges with the server', exchange)
  await happen('makes a photo', here)
  await heal(world)
  expect(violation(() => onTheServer.nothingIsLost(world))).toBeNull()
  world.accounts['1'].remove('listing_image', Number(world.records('1', 'listing_image')[0]?.['id']))
  expect(violation(() => onTheServer.nothingIsLost(world))).toBe(1)
})

test('1: a deletion without effect is reported as lost', async () => {
  await happen('deletes a client', here)
  expect(violation(() => onTheServer.nothingIsLost(world))).toBe(1)
})

test('2: a create that took effect twice is reported as doubled', async () => {
  await heal(world)
  const made = world.accounts['1'].effects.find(({ method }) => method === 'POST')
  expect(made).toBeDefined()
  if (made !== undefined) world.accounts['1'].effects.push(made)
  expect(violation(() => onTheServer.nothingIsDoubled(world))).toBe(2)
})

test('3: a later write that arrives before an earlier one is reported as out of order', async () => {
  await heal(world)
  await happen('writes more about a client', here)
  await heal(world)
  const { effects } = world.accounts['1']
  const patches = effects.filter(({ method }) => method === 'PATCH')
  expect(patches.length).toBe(2)
  effects.push(...patches.toReversed())
  expect(violation(() => onTheServer.recordQueuesKeepOrder(world))).toBe(3)
})

test('2: a create that took effect twice is reported even if its save was never confirmed', async () => {
  await happen('is killed while saving', { ...here, which: 7 })
  await heal(world)
  const { effects } = world.accounts['1']
  const [made] = effects.filter(({ method }) => method === 'POST').slice(-1)
  expect(made?.fields).toMatchObject({ first_name: [...world.ledger.records.keys()].at(-1) })
  if (made !== undefined) effects.push(made)
  expect(violation(() => onTheServer.nothingIsDoubled(world))).toBe(2)
})

test('4: an own write missing from its row is reported', async () => {
  const [row] = world.rows(world.tablet(0), '1', 'client')
  expect(row).toBeDefined()
  if (row !== undefined) await onDevice((tx) => tx.putRows('client', [{ ...row, notes: 'old' }]))
  expect(violation(() => onDevices.ownWritesStayVisible(world))).toBe(4)
})

test('4: a saved record that vanishes from its device is reported', async () => {
  await heal(world)
  await onDevice((tx) => tx.deleteRows('client', [world.rows(world.tablet(0), '1', 'client')[0]?.key ?? '']))
  expect(violation(() => onDevices.ownWritesStayVisible(world))).toBe(4)
})

test('4: a base without operations is reported', async () => {
  await heal(world)
  await onDevice((tx) => tx.putBase({ entity: 'client', key: '7', record: null, version: null }))
  expect(violation(() => onDevices.ownWritesStayVisible(world))).toBe(4)
})

test('5: a device that shows something else than the server is reported', async () => {
  await heal(world)
  world.accounts['1'].put('client', { id: theClient(), category: 'Seller' })
  expect(violation(() => onDevices.devicesAgree(world))).toBe(5)
})

test('6: a write in another agent’s account is reported', async () => {
  await heal(world)
  world.accounts['2'].effects.push({ method: 'POST', path: 'crm/clients/', key: null, fields: { notes: 'a1w9.' } })
  expect(violation(() => onTheServer.nothingIsSentForAnotherAgent(world))).toBe(6)
})

test('6: a deletion in another agent’s session is reported', async () => {
  await heal(world)
  const [arrival] = world.arrivals
  const removal: Request = {
    method: 'DELETE',
    path: 'crm/clients/7/',
    headers: {},
    fields: {},
    files: {},
    encoding: 'none',
    timeoutMs: 1,
  }
  expect(arrival?.from).toBe('1')
  world.arrivals.push({ agent: '2', from: '1', request: removal, tablet: 1, status: 204 })
  expect(violation(() => onTheServer.nothingIsSentForAnotherAgent(world))).toBe(6)
})

test('7: an operation that waits without a reason is reported', async () => {
  expect(violation(() => onDevices.nothingWaitsWithoutReason(world, world.tablet(0), '1'))).toBe(7)
})

test('7: an outbox that never empties is reported', async () => {
  world.accounts['1'].handle = () => ({ status: 500, headers: {}, body: undefined })
  await expect(heal(world)).rejects.toMatchObject({ invariant: 7 })
})

const write = {
  at: 0,
  by: 'a tab',
  method: 'PATCH',
  path: 'crm/clients/7/',
  fields: {},
  openWrites: [],
}

test('8: a sent local key is reported', async () => {
  await heal(world)
  const { departures } = world.tablet(0)
  const fields = { listing: 'local-00000000-0000-4000-8000-000000100001' }
  departures.push({ ...write, fields })
  expect(violation(() => onTheWay.noLocalKeyIsSent(world))).toBe(8)
})

test('9: two concurrent writes of one record, and more than six of any, are reported', async () => {
  const { departures } = world.tablet(0)
  departures.push({ ...write, openWrites: ['PATCH crm/clients/7/ key'] })
  expect(violation(() => onTheWay.requestsAreBounded(world))).toBe(9)
  departures.splice(-1, 1, { ...write, openWrites: Array.from({ length: 6 }, (_, id) => `POST crm/clients/ ${id}`) })
  expect(violation(() => onTheWay.requestsAreBounded(world))).toBe(9)
})

test('9: a stampede is reported', async () => {
  world.tablet(0).departures.push(...Array.from({ length: 80 }, () => ({ ...write, method: 'GET' })))
  expect(violation(() => onTheWay.requestsAreBounded(world))).toBe(9)
})

test('10: a deleted unreadable operation is reported', async () => {
  await happen('finds an operation that it cannot read', { tablet: 0, isNewer: false })
  expect(violation(() => onDevices.nothingIsDropped(world))).toBeNull()
  await world.tablet(0).places['1'].store.wipe()
  expect(violation(() => onDevices.nothingIsDropped(world))).toBe(10)
})

test('10: a photo deleted before it was sent is reported', async () => {
  await happen('makes a photo', here)
  expect(violation(() => onDevices.nothingIsDropped(world))).toBeNull()
  const [photo] = world.waiting(world.tablet(0), '1').flatMap(({ files }) => Object.values(files))
  expect(photo).toBeDefined()
  await onDevice((tx) => tx.deleteFiles([photo?.blobKey ?? '']))
  expect(violation(() => onDevices.nothingIsDropped(world))).toBe(10)
})

describe.each(['memory', 'dexie'] as const)('in %s, a cached page that keeps its transactions open', (storage) => {
  const freeze = { tablet: 0, tab: 'first tab', open: 2, point: 9 }

  /** Freezes the page without its own handling: its transactions stay open. */
  function forgetTheFreeze(): void {
    world.tablet(0).contextOf('1', 'first tab').freezeInCache = function (this: Context) {
      this.suspend()
      this.isCached = true
    }
  }

  beforeEach(async () => {
    world = new World('ours', storage)
    furnish(world)
    await happen('exchanges with the server', exchange)
  })

  test('11: stops others from saving, which is reported as stuck (A24)', async () => {
    forgetTheFreeze()
    const frozen = happen('freezes a page in the cache with open transactions', freeze)
    await expect(frozen).rejects.toMatchObject({ invariant: 11, message: expect.stringContaining('from saving') })
  })

  test('11: stops others from reading and writing, which is reported after each event (A24)', async () => {
    forgetTheFreeze()
    await happen('freezes a page in the cache with open transactions', freeze).catch(() => {})
    await expect(nothingWaitsForFrozenPages(world)).rejects.toMatchObject({ invariant: 11 })
  })

  test('11: keeps the sender lock, which is reported as stuck (A24)', async () => {
    const page = world.tablet(0).contextOf('1', 'first tab')
    page.freezeInCache = page.cache
    const frozen = happen('freezes a page in the cache with open transactions', { ...freeze, open: 0, sends: true })
    await expect(frozen).rejects.toMatchObject({ invariant: 11, message: expect.stringContaining('right to send') })
  })

  test('11: is not reported once its transactions are aborted', async () => {
    await happen('freezes a page in the cache with open transactions', { ...freeze, otherSends: true })
    await happen('returns to a page in the cache', { which: 0 })
    await heal(world)
    expect(violation(() => checkAtRest(world))).toBeNull()
  })
})
