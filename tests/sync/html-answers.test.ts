import { describe, expect, test } from 'vitest'
import { retryOperation } from '#core/sync/resolving/outbox-actions.ts'
import type { Answer } from '#core/sync/ports.ts'
import type { SyncDevice } from '#tests/support/sync-device.ts'
import { firstOperationId, office } from '#tests/support/sync-office.ts'

/** Refuses requests that contain some words, as a firewall does. */
function refuse({ ports }: SyncDevice, words: string, status = 403): void {
  const { send } = ports.server
  const headers = { 'content-type': 'text/html' }
  const answer: Answer = { kind: 'answered', status, headers, body: undefined, bodyKind: 'other' }
  ports.server.send = (request, signal) =>
    JSON.stringify(request.fields).includes(words) ? Promise.resolve(answer) : send(request, signal)
}

const statuses = [403, 414, 431, 400, 451]

describe('C13: an HTML page instead of an answer', () => {
  test.each(statuses)('%s: the change stays editable, and its replacement is sent', async (status) => {
    const { clock, server, device } = office()
    refuse(device, 'drop table', status)
    const key = await device.addClient({ notes: 'drop table, please' })
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'waiting', attempt: null, refusal: { code: 'page', status } }])
    await device.edit('client', key, { notes: 'Wants a table' })
    expect(device.operations()).toMatchObject([{ kind: 'create', changes: { notes: 'Wants a table' }, nextAt: 0 }])
    await clock.pass(1_000)
    await device.sync()
    expect(server.records('client')).toMatchObject([{ notes: 'Wants a table' }])
    expect(device.operations()).toEqual([])
  })

  test.each(['ours', 'in batches'] as const)(
    'three of them mark the operation as needing the agent, and others are sent (%s)',
    async (way) => {
      const { clock, server, device } = office()
      if (way === 'in batches') Object.assign(server, { offersBatch: true })
      refuse(device, 'drop table')
      await device.addClient({ first_name: 'Ann', notes: 'drop table' })
      await device.addClient({ first_name: 'Bea' })
      await device.addClient({ first_name: 'Cleo' })
      for (let minute = 0; minute < 3; minute++) {
        await device.sync()
        await clock.pass(60_000)
      }
      expect(server.records('client')).toMatchObject([{ first_name: 'Bea' }, { first_name: 'Cleo' }])
      expect(device.operations()).toMatchObject([
        {
          state: 'attention',
          attempt: null,
          refusal: { message: 'Something on the network, such as a firewall, blocks this change.' },
        },
      ])
      await retryOperation(device.replica, firstOperationId(device))
      expect(device.operations()).toMatchObject([{ state: 'queued', refusal: null }])
    },
  )

  test('an edit that an earlier attempt applied is not applied twice', async () => {
    const { clock, server, device } = office()
    const key = await device.addClient({ notes: 'Garden' })
    await device.settle()
    device.network.next('PATCH', 'lost-answer', { page: 403 })
    await device.edit('client', key, { notes: 'Garden and cars' })
    await device.sync()
    await clock.pass(60_000)
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'waiting', attempt: null }])
    await device.edit('client', key, { phone_number: '1' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ notes: 'Garden and cars', phone_number: '1' }])
  })

  test('an unknown create on a plain server is searched for before it is sent again (K3)', async () => {
    const { clock, server, device } = office('plain')
    device.network.next('POST crm', { page: 403 })
    await device.addClient()
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'unknown' }])
    await clock.pass(61_000)
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
  })
})
