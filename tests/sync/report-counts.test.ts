import { describe, expect, test } from 'vitest'
import type { DeviceCounts } from '#core/contract/device-counts.ts'
import { createAbort } from '#core/sync/abort.ts'
import { discardOperation } from '#core/sync/outbox-actions.ts'
import { reportCounts, type Untraced, untracedFact } from '#core/sync/report-counts.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

const hour = 3_600_000

function office({ comparesCounts = true } = {}) {
  const clock = virtualClock()
  const server = modelServer('ours')
  const device = syncDevice(server, clock)
  const reports: DeviceCounts[] = []
  const desk = { missing: [] as string[] }
  const { handle } = server
  server.handle = (request) => {
    if (request.path === 'sync/counts/') {
      reports.push(request.fields as DeviceCounts)
      const missing = (request.fields as DeviceCounts).keys.filter((key) => desk.missing.includes(key))
      return { status: 200, headers: {}, body: { missing } }
    }
    const answer = handle(request)
    if (request.path !== 'sync/' || !comparesCounts) return answer
    const body = answer.body as { features: string[] }
    return { ...answer, body: { ...body, features: [...body.features, 'counts'] } }
  }
  const report = () => clock.run(reportCounts(device.ports, createAbort().signal))
  const untraced = () => device.replica.transact('read', (store) => store.fact<Untraced[]>(untracedFact))
  return { clock, server, device, reports, desk, report, untraced }
}

describe('J12: a loss shows even when what tells of it is lost', () => {
  test('J12: made, sent, confirmed and what waits for the agent are told as counts, with the keys of what is new', async () => {
    const { clock, device, reports, report } = office()
    device.network.next('POST crm/clients/', { status: 400, body: { email: ['No.'] } })
    await device.addClient({ email: 'refused@example.com' })
    await device.settle()
    const key = await device.addClient()
    await device.settle()
    device.network.next('PATCH', 'lost-answer')
    await device.edit('client', key, { notes: 'Waits.' })
    await device.sync()
    await device.addClient({ email: 'new@example.com' })
    await clock.pass(2 * 60_000)
    await report()
    expect(reports).toMatchObject([{ made: 4, confirmed: 1, waiting: 2, sent: 1, attention: 1 }])
    const [told] = reports
    expect(told?.keys).toHaveLength(1)
    expect(JSON.stringify(told)).not.toContain('Waits.')
  })

  test('J12: a report that is lost is made up for by the next one, under the same name of the device', async () => {
    const { clock, device, reports, report } = office()
    await device.addClient()
    await device.settle()
    await clock.pass(2 * 60_000)
    device.network.next('sync/counts/', 'lost-answer')
    await report()
    await device.addClient({ email: 'ben@example.com' })
    await device.settle()
    await clock.pass(2 * 60_000)
    await report()
    expect(reports).toMatchObject([
      { made: 1, confirmed: 1 },
      { made: 2, confirmed: 2 },
    ])
    expect(reports[1]?.keys).toEqual(expect.arrayContaining(reports[0]?.keys ?? ['none']))
    await device.addClient({ email: 'cleo@example.com' })
    await device.settle()
    await clock.pass(2 * hour)
    await report()
    expect(reports[2]).toMatchObject({ device: reports[1]?.device, made: 3, confirmed: 3 })
    expect(reports[2]?.keys).toHaveLength(1)
  })

  test('J12: what the server has no trace of is kept for the agent to see, and counted in the log', async () => {
    const { clock, device, desk, report, untraced } = office()
    await device.addClient({ first_name: 'Ida' })
    const [operation] = device.operations()
    await device.settle()
    desk.missing = [`${operation?.opId}:${operation?.revision}`]
    await clock.pass(2 * 60_000)
    await report()
    expect(await untraced()).toMatchObject([{ opId: operation?.opId, title: 'Ida Lee', kind: 'create' }])
    expect(device.events).toContain('sync.counts')
  })

  test('J12: it is told at most once an hour, and not again while nothing is new', async () => {
    const { clock, device, reports, report } = office()
    await device.addClient()
    await device.settle()
    await clock.pass(2 * 60_000)
    await report()
    await device.addClient({ email: 'ben@example.com' })
    await report()
    expect(reports).toHaveLength(1)
    await clock.pass(hour)
    await report()
    expect(reports).toHaveLength(2)
    await clock.pass(2 * hour)
    await report()
    expect(reports).toHaveLength(2)
  })

  test('J12: what the agent discards was made and is not confirmed; nothing falls', async () => {
    const { clock, device, reports, report } = office()
    await device.addClient()
    await device.addClient({ email: 'ben@example.com' })
    const [first] = device.operations()
    await discardOperation(device.replica, clock, first?.opId ?? '')
    await device.settle()
    await clock.pass(2 * 60_000)
    await report()
    expect(reports).toMatchObject([{ made: 2, confirmed: 1, waiting: 0, attention: 0 }])
  })

  test('J12: a server that does not compare is not asked', async () => {
    const { clock, device, reports, report } = office({ comparesCounts: false })
    await device.addClient()
    await device.settle()
    await clock.pass(hour)
    await report()
    expect(reports).toEqual([])
  })
})
