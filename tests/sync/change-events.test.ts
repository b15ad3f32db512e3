import { expect, test } from 'vitest'
import { followChangeEvents } from '#core/sync/pulling/change-events.ts'
import type { AbortSignalLike, SenderLock } from '#core/sync/ports.ts'
import { modelServer, isProbe } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

const minute = 60_000

/** A device that has synced once, and an event stream that the test plays. */
async function office({ offered = true, lock = free }: { offered?: boolean; lock?: SenderLock } = {}) {
  const server = modelServer()
  if (offered) {
    const { handle } = server
    server.handle = (request) => {
      const answer = handle(request)
      if (isProbe(request)) (answer.body as { features: string[] }).features.push('events')
      return answer
    }
  }
  const clock = virtualClock()
  const phone = syncDevice(server, clock)
  await phone.sync()
  const streams: { tell: (version: number) => void; end: () => void; isOpen: boolean }[] = []
  let pulls = 0
  const events = followChangeEvents({
    listen: (onVersion: (version: number) => void, stop: AbortSignalLike) =>
      new Promise<void>((resolve) => {
        const stream = { tell: onVersion, end, isOpen: true }
        function end(): void {
          stream.isOpen = false
          resolve()
        }
        stop.addEventListener('abort', end)
        streams.push(stream)
      }),
    lock,
    replica: phone.replica,
    clock,
    random: () => 0.5,
    onChanged: () => {
      pulls += 1
    },
  })
  return {
    server,
    clock,
    phone,
    streams,
    events,
    pulls: () => pulls,
    open: () => streams.filter(({ isOpen }) => isOpen),
  }
}

const free: SenderLock = {
  hold: async (work) => {
    await work({ aborted: false, addEventListener: () => {}, removeEventListener: () => {} })
    return 'done'
  },
}

test('another device’s change is pulled at once; a version this device has seen triggers no pull', async () => {
  const { clock, phone, streams, pulls } = await office()
  await clock.pass(minute)
  expect(streams).toHaveLength(1)
  streams[0]?.tell(0)
  await clock.pass(1)
  expect(pulls()).toBe(0)
  await phone.addClient()
  await phone.sync()
  streams[0]?.tell(1)
  await clock.pass(1)
  expect(pulls()).toBe(0)
  streams[0]?.tell(2)
  await clock.pass(1)
  expect(pulls()).toBe(1)
})

test('after a restore the server’s lower version numbers trigger a pull', async () => {
  const { server, clock, phone, streams, pulls } = await office()
  const restore = server.backup()
  for (let number = 0; number < 5; number += 1) server.put('client', { first_name: 'Ann' })
  await phone.sync()
  restore()
  await phone.sync()
  await clock.pass(minute)
  streams[0]?.tell(1)
  await clock.pass(1)
  expect(pulls()).toBe(1)
})

test('a server that does not offer events is not asked for a stream', async () => {
  const { clock, streams } = await office({ offered: false })
  await clock.pass(10 * minute)
  expect(streams).toEqual([])
})

test('C10: a broken stream is reopened, with growing pauses while it fails', async () => {
  const { clock, streams } = await office()
  await clock.pass(10_000)
  const openedIn = async (ms: number) => {
    const before = streams.length
    for (let passed = 0; passed < ms; passed += 1000) {
      streams.at(-1)?.end()
      await clock.pass(1000)
    }
    return streams.length - before
  }
  const soon = await openedIn(2 * minute)
  expect(soon).toBeGreaterThan(2)
  await openedIn(20 * minute)
  expect(await openedIn(2 * minute)).toBeLessThan(soon / 2)
})

test('a page hidden for a minute closes its stream and opens one when visible again', async () => {
  const { clock, events, open } = await office()
  await clock.pass(minute)
  events.setVisible(false)
  await clock.pass(30_000)
  events.setVisible(true)
  await clock.pass(2 * minute)
  expect(open()).toHaveLength(1)
  events.setVisible(false)
  await clock.pass(61_000)
  expect(open()).toHaveLength(0)
  await clock.pass(10 * minute)
  expect(open()).toHaveLength(0)
  events.setVisible(true)
  await clock.pass(minute)
  expect(open()).toHaveLength(1)
})

test('one page of a device listens; another takes over when it closes', async () => {
  let isTaken = true
  const lock: SenderLock = { hold: async (work, options) => (isTaken ? 'busy' : free.hold(work, options)) }
  const { clock, open } = await office({ lock })
  await clock.pass(5 * minute)
  expect(open()).toHaveLength(0)
  isTaken = false
  await clock.pass(minute)
  expect(open()).toHaveLength(1)
})

test('storage that fails temporarily stops neither the events nor their shutdown', async () => {
  const { clock, events, open, phone } = await office()
  const { transact } = phone.replica
  phone.replica.transact = () => Promise.reject(new Error('The device is full.'))
  await clock.pass(5 * minute)
  expect(open()).toHaveLength(0)
  phone.replica.transact = transact
  await clock.pass(minute)
  expect(open()).toHaveLength(1)
  await events.stop()
})

test('D12: after stop() no stream is open and none is opened', async () => {
  const { clock, events, open, streams, pulls } = await office()
  await clock.pass(minute)
  await events.stop()
  streams[0]?.tell(9)
  await clock.pass(10 * minute)
  expect([open().length, streams.length, pulls()]).toEqual([0, 1, 0])
})
