import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HttpCall } from '#api/http-client.ts'
import type { Json } from '#core/contract/json.ts'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { feedFact, recoveriesFact } from '#core/sync/metadata-keys.ts'
import type { Answer } from '#core/sync/ports.ts'
import { newestVersions, noteNewest, readKnownHistory } from '#core/sync/records/newest-version.ts'
import { deleteRecord, undoMs } from '#core/sync/writing/delete-record.ts'
import { undoDelete } from '#core/sync/writing/undo-delete.ts'
import { sendFigures } from '#sending/send-figures.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { dashboardCopy, keepDashboardCopy, noteFiguresTaken } from '#storage/reading/listing-dashboard-copies.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { countFigures } from '#storage/exposure/unsent-figures.ts'
import { figuresParts, haveToGoAgain, keepFigures, newFigures, partsToSend } from '#storage/exposure/waiting-figures.ts'

let device: Device

const figures = [{ platform: 'zillow', date: '2026-11-20', views: 12 }]

function answered(status: number, body: Json, headers: Record<string, string> = {}): Promise<Answer> {
  return Promise.resolve({ kind: 'answered', status, headers, body, bodyKind: 'json' })
}

const keySaidBack = ({ headers = {} }: HttpCall) => {
  return { [headerNames.idempotencyKey.toLowerCase()]: headers[headerNames.idempotencyKey] ?? '' }
}

const nothingKept = () => answered(200, { next: null, results: [] })

beforeEach(async () => {
  device = await openDevice('7')
  await device.replica.transact('write', (tx) => tx.putRows('listing', [{ key: '1', id: 1 }]))
})

afterEach(async () => {
  device.close()
  await deleteDevice('7')
})

test('figures show what the device knows of the server’s history, and wait when it is another one', async () => {
  await device.replica.transact('write', (tx) => tx.setMeta(feedFact, { cursor: 'place', entities: ['listing'] }))
  await keepFigures(device, [newFigures({ of: 'typed', number: 0, at: 1, listing: '1', figures })])
  const calls: HttpCall[] = []
  await sendFigures(device, (call) => {
    calls.push(call)
    return answered(409, { code: 'history_changed', detail: 'The history of this server has changed.' })
  })
  const known = await device.replica.transact('read', readKnownHistory)
  expect(calls.map(({ headers }) => headers?.[headerNames.cursor])).toEqual([known?.text])
  expect(await partsToSend(device.database)).toMatchObject([{ of: 'typed', state: 'asked', problem: null }])
})

test('C19: the version of sent figures is noted, so that a server restored to before them is noticed', async () => {
  await device.replica.transact('write', (tx) => noteNewest(tx, 4, []))
  await keepFigures(device, [newFigures({ of: 'typed', number: 0, at: device.clock.now(), listing: '1', figures })])
  await sendFigures(device, () => {
    return answered(201, { results: [{ before: null }] }, { [headerNames.version.toLowerCase()]: '5' })
  })
  expect(await device.replica.transact('read', newestVersions)).toEqual([5])
})

test('refused figures go with their listing when it is found to be deleted', async () => {
  await keepFigures(device, [newFigures({ of: 'typed', number: 0, at: device.clock.now(), listing: '1', figures })])
  const answer = (call: HttpCall) => answered(404, { detail: 'Not found.' }, keySaidBack(call))
  await sendFigures(device, answer)
  expect(await countFigures(device.database)).toEqual({ waiting: 0, needsAgent: 1 })
  await device.replica.transact('write', (tx) => tx.deleteRows('listing', ['1']))
  await sendFigures(device, answer)
  expect(await countFigures(device.database)).toEqual({ waiting: 0, needsAgent: 0 })
})

test('figures stay while their listing’s deletion can be taken back, and go with it in the end', async () => {
  const typed = newFigures({ of: 'typed', number: 0, at: device.clock.now(), listing: '1', figures })
  await keepFigures(device, [typed])
  const sent: unknown[] = []
  const answer = ({ body }: HttpCall) => {
    sent.push(JSON.parse(body as string))
    return answered(503, {})
  }
  const remove = async () =>
    await deleteRecord(device.replica, device.clock, { opId: device.ids.uuid(), entity: 'listing', key: '1', undoMs })
  const deleted = await remove()
  await sendFigures(device, answer)
  expect(sent).toEqual([])
  await undoDelete(device.replica, deleted!)
  await sendFigures(device, answer)
  expect(sent).toEqual([figures])

  await remove()
  const [deletion] = await device.database.outbox.toArray()
  await device.replica.transact('write', (tx) => tx.deleteOperations([deletion!.seq]))
  await sendFigures(device, answer)
  expect(await partsToSend(device.database)).toEqual([])
})

test('C19: figures that were sent go again under their keys when a server was found to be restored, once', async () => {
  const at = device.clock.now()
  const weeksAgo = at - 31 * 24 * 3_600_000
  const sentThen = newFigures({ of: 'sent-then', number: 0, at: weeksAgo, listing: '1', figures })
  await keepFigures(device, [
    { ...sentThen, state: 'sent', sentAt: weeksAgo },
    newFigures({ of: 'waited-weeks', number: 0, at: weeksAgo, listing: '1', figures }),
    newFigures({ of: 'typed', number: 0, at: at - 1, listing: '1', figures }),
    newFigures({ of: 'imported', number: 0, at, listing: '1', figures }, true),
  ])
  let keys: (string | undefined)[] = []
  const answer = (call: HttpCall): Promise<Answer> => {
    if (call.method === 'GET') return nothingKept()
    keys.push(call.headers?.[headerNames.idempotencyKey])
    return answered(201, { results: [{ before: { views: 1, likes: null, saves: null } }] })
  }
  await sendFigures(device, answer)
  const ofNow = keys
  expect(ofNow).toHaveLength(3)
  expect(await countFigures(device.database)).toEqual({ waiting: 0, needsAgent: 0 })
  expect(await haveToGoAgain(device.database)).toBe(false)

  await device.replica.transact('write', (tx) => tx.setMeta(recoveriesFact, 1))
  expect(await haveToGoAgain(device.database)).toBe(true)
  for (const expected of [ofNow, []]) {
    keys = []
    await sendFigures(device, answer)
    expect(keys).toEqual(expected)
    expect(await countFigures(device.database)).toEqual({ waiting: 0, needsAgent: 0 })
  }
})

test('C19: old figures are not sent over newer ones, and an import’s Undo knows the earlier ones', async () => {
  const at = device.clock.now()
  const inJanuary = at - 46 * 24 * 3_600_000
  const old = newFigures({ of: 'in-january', number: 0, at: inJanuary, listing: '1', figures }, true)
  const before = [{ views: 0, likes: null, saves: null }]
  const sentThen = { ...old, state: 'sent', sentAt: inJanuary, before } as const
  await keepFigures(device, [sentThen, newFigures({ of: 'imported', number: 0, at, listing: '1', figures }, true)])
  let calls = 0
  const answer = ({ method }: HttpCall): Promise<Answer> => {
    if (method === 'GET') return nothingKept()
    calls += 1
    return answered(201, { results: [{ before: { views: calls, likes: null, saves: null } }] })
  }
  await sendFigures(device, answer)
  const sent = await figuresParts(device.database)
  expect(sent.map(({ before }) => before[0]?.views)).toEqual([0, 1])

  await device.replica.transact('write', (tx) => tx.setMeta(recoveriesFact, 1))
  await sendFigures(device, answer)
  expect(calls).toBe(2)
  const again = await figuresParts(device.database)
  expect(again.map((part) => part.before)).toEqual(sent.map((part) => part.before))
})

test('C19: to a restored server go again the counts in whose place no newer ones are', async () => {
  const counts = { views: 10, likes: 2 }
  const day = (date: string) => ({ platform: 'zillow', date, ...counts })
  const of = (date: string, before: number | null) => {
    const typed = newFigures({
      of: `typed-${date}`,
      number: 0,
      at: device.clock.now(),
      listing: '1',
      figures: [day(date)],
    })
    const was = before === null ? null : { views: before, likes: null, saves: null }
    return { ...typed, state: 'sent' as const, sentAt: typed.at, before: [was] }
  }
  const [monday, tuesday, wednesday, thursday] = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']
  await keepFigures(device, [of(monday, null), of(tuesday, 15), of(wednesday, 8), of(thursday, null)])
  await device.replica.transact('write', (tx) => tx.setMeta(recoveriesFact, 1))
  const there = new Map([
    // From another device, which was there first.
    [monday, { views: 20, likes: 2, saves: 1 }],
    // What they replaced once, and what was there even before that.
    [tuesday, { views: 15, likes: null, saves: null }],
    [wednesday, { views: 5, likes: null, saves: null }],
  ])
  const sent: unknown[] = []
  await sendFigures(device, (call) => {
    const { method, path, body } = call
    const answered = { kind: 'answered', status: 200, headers: keySaidBack(call), bodyKind: 'json' } as const
    if (method === 'GET') {
      const date = new URLSearchParams(path.split('?')[1]).get('from')!
      const counts = there.get(date)
      const results = counts === undefined ? [] : [{ listing: 1, platform: 'zillow', date, ...counts }]
      return Promise.resolve({ ...answered, body: { next: null, results } })
    }
    sent.push(...(JSON.parse(body as string) as unknown[]))
    // It may have them under this key since before it was restored.
    if (sent.length > 1) return Promise.resolve({ ...answered, body: { results: [{ before: null }] } })
    return Promise.resolve({ ...answered, status: 422, body: { code: 'key_reused', detail: 'Used.' } })
  })
  expect(sent).toEqual([
    { platform: 'zillow', date: monday, likes: 2 },
    ...[tuesday, wednesday, thursday].map((date) => day(date)),
  ])
  expect(await countFigures(device.database)).toEqual({ waiting: 0, needsAgent: 0 })
})

const noFigures: ListingDashboard = {
  listing_address: '5709 River Oak Way',
  period: { start_date: '2026-11-14', end_date: '2026-11-20' },
  statistics: {
    showings_count: 0,
    open_houses_count: 0,
    visitors_count: 0,
    exposure_stats: { platforms: [], daily_data: {} },
  },
}

const platformsShown = async () =>
  (await dashboardCopy(device.database, '1'))?.dashboard.statistics.exposure_stats.platforms

test('figures stand in the copy of their listing’s week from the moment they count as sent', async () => {
  const at = device.clock.now()
  await keepDashboardCopy(device, '1', { dashboard: noFigures, at })
  await keepFigures(device, [newFigures({ of: 'typed', number: 0, at, listing: '1', figures })])
  const shownOnceSent: unknown[] = []
  const { replica } = device
  const watched: typeof replica = {
    ...replica,
    transact: async (mode, work) => {
      const result = await replica.transact(mode, work)
      if ((await figuresParts(device.database))[0]?.state === 'sent') shownOnceSent.push(await platformsShown())
      return result
    },
  }
  await sendFigures({ ...device, replica: watched }, () => answered(201, { results: [{ before: null }] }))
  expect(shownOnceSent[0]).toEqual(['zillow'])
})

test('a late answer takes neither newer figures nor a newer copy away', async () => {
  const at = device.clock.now()
  await keepDashboardCopy(device, '1', { dashboard: noFigures, at: at - 9 })
  await device.replica.transact('write', (tx) => noteFiguresTaken(tx, at - 5, '1', figures))
  await keepDashboardCopy(device, '1', { dashboard: noFigures, at: at - 6 })
  expect(await platformsShown()).toEqual(['zillow'])
  await keepDashboardCopy(device, '1', { dashboard: noFigures, at: at - 3 })
  await keepDashboardCopy(device, '1', { dashboard: noFigures, at: at - 4 })
  expect((await dashboardCopy(device.database, '1'))?.at).toBe(at - 3)
  // The clock is set back by an hour.
  const set = { ...device, clock: { ...device.clock, now: () => device.clock.now() - 3_600_000 } }
  await keepDashboardCopy(set, '1', { dashboard: noFigures, at: set.clock.now() })
  expect((await dashboardCopy(device.database, '1'))?.at).toBeLessThan(at - 3_000_000)
})
