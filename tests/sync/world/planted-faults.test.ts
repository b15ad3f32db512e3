import './fast-machine.ts'
import { beforeEach, expect, test } from 'vitest'
import * as invariants from './invariants.ts'
import { heal } from './heal.ts'
import { Happening, happeningNames } from '../histories/commands.ts'
import { Ledger } from './ledger.ts'
import { World } from './world.ts'

/*
 * Each invariant can fail: a world in which all is well is spoilt in one place, and the one that stands for it says so.
 */

let ledger: Ledger
let world: World
const here = { tablet: 0, tab: 'first tab', which: 0 }
const exchange = { tablet: 0, by: 'first tab', isAsked: true, fault: 0, target: 0, latency: 0 }

async function happen(does: string, given: unknown): Promise<void> {
  await new Happening([does, given]).run(ledger, world)
}

beforeEach(async () => {
  ledger = new Ledger()
  world = new World(ledger, 'ours', 'memory')
  await happen('exchanges with the server', exchange)
  await happen('makes a client', { ...here, which: 1 })
  await happen('writes more about a client', here)
})

/** The client of the office, which the device has written about. */
function theClient(): number {
  return Number(world.records('1', 'client')[0]?.['id'])
}

function violation(check: () => void): number | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof invariants.Violation) return error.invariant
    throw error
  }
}

test('more than forty things happen in histories', () => {
  expect(happeningNames.length).toBeGreaterThanOrEqual(40)
})

test('a world in which nothing went wrong keeps all ten', async () => {
  await heal(world)
  expect(violation(() => invariants.checkInTheEnd(world))).toBeNull()
})

test('1: a write that is in no outbox and not on the server is called lost', async () => {
  await heal(world)
  world.accounts['1'].put('client', { id: theClient(), notes: 'Nothing of what was saved.' })
  expect(violation(() => invariants.nothingIsLost(world))).toBe(1)
})

test('1: a record that vanished is called lost', async () => {
  await heal(world)
  world.accounts['1'].remove('client', theClient())
  expect(violation(() => invariants.nothingIsLost(world))).toBe(1)
})

test('1: a deletion that did nothing is called lost', async () => {
  await happen('deletes a client', here)
  expect(violation(() => invariants.nothingIsLost(world))).toBe(1)
})

test('2: a create that took effect twice is called doubled', async () => {
  await heal(world)
  const made = world.accounts['1'].effects.find(({ method }) => method === 'POST')
  expect(made).toBeDefined()
  if (made !== undefined) world.accounts['1'].effects.push(made)
  expect(violation(() => invariants.nothingIsDoubled(world))).toBe(2)
})

test('3: a later write before an earlier one is called out of order', async () => {
  await heal(world)
  await happen('writes more about a client', here)
  await heal(world)
  const { effects } = world.accounts['1']
  const patches = effects.filter(({ method }) => method === 'PATCH')
  expect(patches.length).toBe(2)
  effects.push(...patches.toReversed())
  expect(violation(() => invariants.chainsKeepTheirOrder(world))).toBe(3)
})

test('4: an own write that the row does not show is seen', async () => {
  const { connection } = world.tablet(0).context('first tab') ?? {}
  const [row] = world.rows(world.tablet(0), '1', 'client')
  expect(row).toBeDefined()
  const replica = (await connection?.())?.replica
  if (row !== undefined)
    await replica?.transact('write', (store) => store.putRows('client', [{ ...row, notes: 'old' }]))
  expect(violation(() => invariants.ownWritesStayVisible(world))).toBe(4)
})

test('5: a device that shows something else than the server has is seen', async () => {
  await heal(world)
  world.accounts['1'].put('client', { id: theClient(), category: 'Seller' })
  expect(violation(() => invariants.devicesAgree(world))).toBe(5)
})

test('6: a write under another agent’s account is seen', async () => {
  await heal(world)
  world.accounts['2'].effects.push({ method: 'POST', path: 'crm/clients/', key: null, fields: { notes: 'a1w9.' } })
  expect(violation(() => invariants.nothingIsSentForAnotherAgent(world))).toBe(6)
})

test('7: an operation that waits without a reason is seen', async () => {
  expect(violation(() => invariants.nothingWaitsForNothing(world, world.tablet(0), '1'))).toBe(7)
})

test('7: an outbox that never empties is seen', async () => {
  world.accounts['1'].handle = () => ({ status: 500, headers: {}, body: undefined })
  await expect(heal(world)).rejects.toMatchObject({ invariant: 7 })
})

test('8: a local key on the wire is seen', async () => {
  await heal(world)
  const [arrival] = world.arrivals
  expect(arrival).toBeDefined()
  const fields = { listing: 'local-00000000-0000-4000-8000-000000100001' }
  if (arrival !== undefined) world.arrivals.push({ ...arrival, request: { ...arrival.request, fields } })
  expect(violation(() => invariants.noLocalKeyIsSent(world))).toBe(8)
})

test('9: two writes of one record at once, and more than six of any, are seen', async () => {
  const { departures } = world.tablet(0)
  const write = { at: 0, by: 'a tab', method: 'PATCH', path: 'crm/clients/7/', fields: {}, isAfterOutage: false }
  departures.push({ ...write, openWrites: ['PATCH crm/clients/7/ key'] })
  expect(violation(() => invariants.requestsAreBounded(world))).toBe(9)
  departures.splice(-1, 1, { ...write, openWrites: Array.from({ length: 6 }, (_, id) => `POST crm/clients/ ${id}`) })
  expect(violation(() => invariants.requestsAreBounded(world))).toBe(9)
})

test('9: a stampede after an outage is seen', async () => {
  const read = { at: 0, by: 'a tab', method: 'GET', path: 'x/', fields: {}, openWrites: [], isAfterOutage: true }
  world.tablet(0).departures.push(...Array.from({ length: 80 }, () => read))
  expect(violation(() => invariants.requestsAreBounded(world))).toBe(9)
})

test('10: an unreadable operation that is thrown away is seen', async () => {
  await happen('finds an operation that it cannot read', { tablet: 0, isNewer: false })
  expect(violation(() => invariants.nothingIsDropped(world))).toBeNull()
  await world.tablet(0).places['1'].store.wipe()
  expect(violation(() => invariants.nothingIsDropped(world))).toBe(10)
})
