import { describe, expect, test } from 'vitest'
import { capabilitiesFrom, type SendingContext } from '#core/sync/sending/sending-context.ts'
import { createAbort } from '#core/sync/abort.ts'
import { applyResult, claim } from '#core/sync/sending/send-operation.ts'
import { noHolds } from '#core/sync/sending/hold-policy.ts'
import type { AbortSignalLike } from '#core/sync/ports.ts'
import { type ExchangePorts, syncOnce } from '#core/sync/sync-once.ts'
import { aSyncRun, office, startSync } from '#tests/support/sync-office.ts'

describe('the sender', () => {
  test('B1 B2: two tabs that sync at once send everything once', async () => {
    const { server, device, clock } = office()
    device.network.latencyMs = 30
    for (let number = 0; number < 8; number++) await device.addClient({ email: `c${number}@example.com` })
    const outcomes = await clock.run(
      Promise.all([syncOnce(device.ports, aSyncRun('tab')), syncOnce(device.anotherTab(), aSyncRun('worker'))]),
    )
    expect(outcomes.map(({ state }) => state).toSorted()).toEqual(['busy', 'idle'])
    expect(server.records('client')).toHaveLength(8)
    expect(device.network.sent.filter(({ method }) => method === 'POST')).toHaveLength(8)
  })

  test('B5: a sender silent for 30 s is replaced, and its late answer still counts', async () => {
    const { server, device, clock } = office()
    let answer = () => {}
    device.network.next('POST crm/clients/', { until: new Promise((resolve) => (answer = resolve)) })
    await device.addClient()
    const frozen = frozenAfter(device.ports, clock.now() + 1_000)
    const first = syncOnce(frozen, aSyncRun('frozen tab'))
    await clock.pass(20_000)
    expect(await clock.run(syncOnce(device.anotherTab(), aSyncRun('other tab')))).toMatchObject({
      state: 'busy',
    })
    await clock.pass(20_000)
    const second = await clock.run(syncOnce(device.anotherTab(), aSyncRun('other tab')))
    expect(device.events).toContain('sync.steal')
    expect(device.events).toContain('sync.takeover')
    expect(second).toMatchObject({ waiting: 0 })
    answer()
    await clock.run(first)
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('client')).toHaveLength(1)
  })

  test.each(['before', 'after'] as const)(
    'B6 E2: a sender that dies %s the server acted leaves one record',
    async (dies) => {
      const { server, device } = office()
      device.network.next('POST crm/clients/', { dies })
      const key = await device.addClient()
      expect(await device.sync()).toBeNull()
      expect(device.operations()).toMatchObject([{ state: 'sending' }])
      await device.settle()
      expect(server.records('client')).toHaveLength(1)
      expect(device.replica.allRows('client')).toMatchObject([{ key, id: server.records('client')[0]?.['id'] }])
    },
  )

  test('B17: an operation that was settled concurrently is not claimed', async () => {
    const { server, device, clock } = office()
    const key = await device.addClient()
    await device.sync()
    await device.edit('client', key, { phone_number: '1' })
    device.network.latencyMs = 100
    const sending = startSync(device)
    await clock.pass(150)
    await device.replica.transact('write', async (tx) => {
      await tx.deleteOperations((await tx.operations(0, 10)).map(({ seq }) => seq))
    })
    await clock.run(sending)
    expect(server.effects.map(({ method }) => method)).toEqual(['POST'])
  })
})

test('an error of one request ends the exchange only after the open requests have ended', async () => {
  const { device } = office()
  await device.addClient()
  await device.addClient({ email: 'other@example.com' })
  device.network.latencyMs = 100
  const { server } = device.ports
  let posts = 0
  device.ports.server = {
    ...server,
    send: (request, signal) => {
      if (request.method !== 'POST') return server.send(request, signal)
      posts += 1
      return posts === 1 ? Promise.reject(new Error('A fault.')) : server.send(request, signal)
    },
  }
  await expect(device.sync()).rejects.toThrow('A fault.')
  expect(device.operations()).toMatchObject([{ state: 'sending' }])
})

describe('a sender that was replaced', () => {
  const aSending = (ports: ExchangePorts): SendingContext => ({
    ports,
    capabilities: capabilitiesFrom(['idempotency', 'etag', 'changes', 'images']),
    holdReasonOf: noHolds,
    sender: 'old',
    stop: createAbort().signal,
    onAttempt: () => {},
  })

  test('B5: its late failure does not change the newer attempt', async () => {
    const { device } = office()
    await device.addClient()
    const sending = aSending(device.ports)
    const [operation] = device.operations()
    if (operation === undefined) throw new Error('There is no operation.')
    const claimed = await device.replica.transact('write', (tx) => claim(tx, sending, operation.seq, null))
    if (claimed === null) throw new Error('It was not claimed.')
    const newer = { ...claimed.ready.operation, attempts: 2 }
    await device.replica.transact('write', (tx) => tx.putOperation(newer))
    await device.replica.transact('write', (tx) => applyResult(tx, sending, claimed, { kind: 'not-sent' }))
    expect(device.operations()).toEqual([newer])
  })

  test('C13: an operation that alone fails for a day is shown to the agent', async () => {
    const { device, clock } = office()
    await device.addClient()
    await device.sync()
    device.network.always('PATCH', 'never-leaves')
    await device.edit('client', device.replica.allRows('client')[0]?.key ?? '', { phone_number: '1' })
    for (let round = 0; round < 60; round++) {
      await device.sync()
      await clock.pass(31 * 60_000)
    }
    expect(device.operations()).toMatchObject([{ state: 'attention', refusal: { code: 'unreachable' } }])
  })

  test('B17 invariant 3: only the first operation of a record queue can be claimed', async () => {
    const { device } = office()
    const key = await device.addClient()
    await device.sync()
    device.network.always('PATCH', { status: 500 })
    await device.edit('client', key, { phone_number: '1' })
    await device.sync()
    await device.edit('client', key, { phone_number: '2' })
    const second = device.operations()[1]
    if (second === undefined) throw new Error('There is no second operation.')
    const claimed = await device.replica.transact('write', (tx) => claim(tx, aSending(device.ports), second.seq, null))
    expect(claimed).toBeNull()
    expect(device.operations()[1]).toEqual(second)
  })
})

describe('accounts', () => {
  test('D1: an ended session pauses sending without counting attempts; sending resumes later', async () => {
    const { server, device } = office()
    await device.addClient()
    device.network.next('POST crm/clients/', { status: 401 })
    expect(await device.sync()).toMatchObject({ state: 'needs-login' })
    expect(device.operations()).toMatchObject([{ state: 'needs-login', attempts: 0, revision: 1 }])
    server.signedInAs = null
    expect(await device.sync()).toMatchObject({ state: 'needs-login', waiting: 1 })
    server.signedInAs = 1
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
  })

  test('D3: an expired anti-forgery token is renewed and the request sent once more', async () => {
    const { server, device } = office()
    device.network.next('POST crm/clients/', { status: 403, body: { code: 'csrf_failed' } })
    await device.addClient()
    await device.sync()
    expect(device.network.renewals()).toBe(1)
    expect(server.records('client')).toHaveLength(1)
  })

  test('D4 D7: an agent’s operations are not sent in another agent’s session', async () => {
    const { server, device } = office()
    server.signedInAs = 2
    await device.addClient()
    expect(await device.sync()).toMatchObject({ state: 'wrong-agent', waiting: 1 })
    expect(device.network.sent.filter(({ method }) => method !== 'GET')).toEqual([])
    server.signedInAs = 1
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
  })

  test('D7: another agent’s records are never stored in this replica', async () => {
    const { server, device } = office()
    server.put('client', { first_name: 'Of agent 2' })
    const handle = server.handle
    server.handle = (request) => {
      if (request.path.startsWith('sync/changes/')) server.signedInAs = 2
      return handle(request)
    }
    expect(await device.sync()).toMatchObject({ state: 'wrong-agent' })
    expect(device.replica.allRows('client')).toEqual([])
  })

  test('D7: if another agent signs in while sending, the server refuses the rest', async () => {
    const { server, device } = office()
    await device.addClient()
    const handle = server.handle
    server.handle = (request) => {
      const answer = handle(request)
      if (request.path === 'users/profile/') server.signedInAs = 2
      return answer
    }
    expect(await device.sync()).toMatchObject({ state: 'wrong-agent', waiting: 1 })
    expect(server.records('client')).toEqual([])
  })
})

/** A tab that the system freezes at an instant: from then on it neither writes nor sends heartbeats; answers come late. */
function frozenAfter(ports: ExchangePorts, at: number): ExchangePorts {
  return {
    ...ports,
    clock: {
      ...ports.clock,
      sleep: (ms, signal) => (ports.clock.now() + ms > at ? untilAborted(signal) : ports.clock.sleep(ms, signal)),
    },
  }
}

function untilAborted(signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
}
