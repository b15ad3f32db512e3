import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HttpCall } from '#api/http-client.ts'
import type { Json } from '#core/contract/json.ts'
import type { ExposureCounts } from '#core/contract/exposure.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { journalFromFact } from '#core/sync/metadata-keys.ts'
import { importFact } from '#core/import/imported-records.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { retryFigures, sendFigures } from '#sending/send-figures.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { countFigures, type FiguresPart } from '#storage/exposure/unsent-figures.ts'
import {
  figuresParts,
  keepFigures,
  markUndone,
  newFigures,
  nextFiguresAt,
  partsToSend,
  resetBackoffOfFigures,
} from '#storage/exposure/waiting-figures.ts'
import { figuresServer, json, noAnswer, page, type FiguresServer } from '#tests/support/figures-server.ts'

let device: Device
let server: FiguresServer
let now = Date.parse('2026-11-21T12:00:00Z')

const monday = '2026-11-16'
const tuesday = '2026-11-17'
const minute = 60_000
const day = 24 * 60 * minute

beforeEach(async () => {
  const opened = await openDevice('7')
  now = Date.parse('2026-11-21T12:00:00Z')
  device = { ...opened, clock: { ...opened.clock, now: () => now } }
  server = figuresServer()
  await device.replica.transact('write', (tx) =>
    tx.putRows('listing', [
      { key: '2', id: 2 },
      { key: '3', id: 3 },
    ]),
  )
})

afterEach(async () => {
  device.close()
  await deleteDevice('7')
})

type Typed = { of?: string; listing?: LocalKey; date?: string; views: number }

async function type({ of = device.ids.uuid(), listing = '2', date = monday, views }: Typed): Promise<void> {
  const figures = [{ platform: 'zillow', date, views }]
  await keepFigures(device, [newFigures({ of, number: 0, at: now, listing, figures })])
}

const ofDay = (date: string, counts: Partial<ExposureCounts>) => [{ platform: 'zillow', date, ...counts }]

const isOf = (date: string, body: HttpCall['body']) => typeof body === 'string' && body.includes(date)

const keySaidBack = ({ headers = {} }: HttpCall) => {
  return { [headerNames.idempotencyKey.toLowerCase()]: headers[headerNames.idempotencyKey] ?? '' }
}

const send = () => sendFigures(device, server.client)

test('of figures for one day the ones saved last win, whatever the clock says', async () => {
  await type({ views: 100 })
  now -= 3 * 60 * minute
  await type({ views: 150 })
  await send()
  expect(server.views(2, monday)).toBe(150)
})

test('figures that the server fails on hold up no others, and are tried less and less often', async () => {
  await type({ views: 100 })
  await type({ listing: '3', views: 30 })
  await type({ date: tuesday, views: 110 })
  server.fault = ({ method, path, body }) =>
    method === 'POST' && path.startsWith('listings/2/') && isOf(monday, body) ? json(500, {}) : null
  await send()
  expect(server.views(3, monday)).toBe(30)
  expect(server.views(2, tuesday)).toBe(110)
  for (let tries = 0; tries < 40; tries += 1) {
    now += 5 * minute
    await send()
  }
  const posts = server.calls.filter((call) => call === 'POST listings/2/exposure/').length
  expect(posts).toBeGreaterThan(8)
  expect(posts).toBeLessThan(20)
  server.fault = () => null
  now += 31 * minute
  await send()
  expect(server.views(2, monday)).toBe(100)
})

test('figures reach a server whose proxy takes their key out', async () => {
  await type({ views: 100 })
  server.losesKeys = true
  await send()
  expect(server.views(2, monday)).toBe(100)
  expect(await countFigures(device.database)).toEqual({ waiting: 0, needsAgent: 0 })
})

test.each([
  ['a page with 404', page(404)],
  ['a page with 400', page(400)],
  ['a 404 of a gateway in JSON', json(404, { detail: 'Not found.' })],
  ['no answer', noAnswer],
])('%s once is no refusal: the figures go with the next try', async (_, answer) => {
  await type({ views: 100 })
  server.fault = () => answer
  await send()
  expect(await countFigures(device.database)).toEqual({ waiting: 1, needsAgent: 0 })
  server.fault = () => null
  now += 6 * minute
  await send()
  expect(server.views(2, monday)).toBe(100)
})

async function importAndUndo(): Promise<void> {
  const figures = [monday, tuesday].map((date) => ({ platform: 'zillow', date, views: 9 }))
  await keepFigures(device, [newFigures({ of: 'import', number: 0, at: now, listing: '2', figures }, true)])
  await send()
  expect(server.views(2, monday)).toBe(9)
  const [part] = await figuresParts(device.database)
  await keepFigures(device, [{ ...(part as FiguresPart), isUndone: true }])
}

test.each([
  ['a page with 404', page(404)],
  ['a 404 of a gateway in JSON', json(404, { detail: 'Not found.' })],
])('%s once does not end an undo', async (_, answer) => {
  await importAndUndo()
  server.fault = () => answer
  await send()
  server.fault = () => null
  expect(await partsToSend(device.database)).toHaveLength(1)
  now += 6 * minute
  await send()
  expect(server.views(2, monday)).toBeUndefined()
  expect(await figuresParts(device.database)).toEqual([])
})

test('an undo is noted whole before the server is asked, and what never left is gone at once', async () => {
  const parts = [monday, tuesday].map((date, number) => {
    const figures = [{ platform: 'zillow', date, views: 9 }]
    return newFigures({ of: 'import', number, at: now, listing: '2', figures }, true)
  })
  await keepFigures(device, parts)
  server.fault = ({ body }) => (isOf(tuesday, body) ? json(500, {}) : null)
  await send()
  await keepFigures(device, [newFigures({ of: 'import', number: 2, at: now, listing: '3', figures: [] }, true)])
  await device.replica.transact('write', (tx) => tx.setMeta(importFact('import'), { id: 'import' }))
  expect(await markUndone(device, 'import')).toBe(0)
  const left = await figuresParts(device.database)
  expect(left.map(({ number, isUndone, nextAt }) => ({ number, isUndone, nextAt }))).toEqual([
    { number: 0, isUndone: true, nextAt: 0 },
    { number: 1, isUndone: true, nextAt: 0 },
  ])
  server.fault = () => null
  await send()
  expect([server.views(2, monday), server.views(2, tuesday)]).toEqual([undefined, undefined])
  expect(await figuresParts(device.database)).toEqual([])
  expect((await device.database.facts.get(importFact('import')))?.value).toBeNull()
})

test('figures that are taken back while they are on their way are taken back when they have arrived', async () => {
  await keepFigures(device, [
    newFigures({ of: 'import', number: 0, at: now, listing: '2', figures: ofDay(monday, { views: 9 }) }, true),
  ])
  const { client } = server
  await sendFigures(device, async (call) => {
    const answer = await client(call)
    if (call.method === 'POST' && server.calls.length === 1) await markUndone(device, 'import')
    return answer
  })
  expect(await send()).toEqual({ deleted: 1, restored: 0, kept: 0 })
  expect(server.views(2, monday)).toBeUndefined()
  expect(await figuresParts(device.database)).toEqual([])
})

test('figures that waited ask before they replace others that were saved in the meantime', async () => {
  const figures = [...ofDay(monday, { views: 100 }), ...ofDay(tuesday, { views: 110 })]
  const nothing = { views: null, likes: null, saves: null }
  const seen = [nothing, nothing]
  await keepFigures(device, [newFigures({ of: device.ids.uuid(), number: 0, at: now, listing: '2', figures, seen })])
  server.put(2, monday, 150)
  await send()
  expect([server.views(2, monday), server.views(2, tuesday)]).toEqual([150, 110])
  const [asked] = await partsToSend(device.database)
  expect(asked).toMatchObject({ figures: ofDay(monday, { views: 100 }), problem: expect.stringContaining('150 views') })
  await retryFigures(device, [asked!])
  await send()
  expect(server.views(2, monday)).toBe(100)
})

test('figures that the agent has seen, or that were just saved, replace what is there unasked', async () => {
  server.put(2, monday, 150)
  const seen = [{ views: 150, likes: null, saves: null }]
  const parts = [device.ids.uuid(), device.ids.uuid()].map((of, index) => {
    return newFigures({ of, number: 0, at: now, listing: '2', figures: ofDay(monday, { views: 100 + index }), seen })
  })
  await keepFigures(device, [parts[0]!])
  await send()
  expect(server.views(2, monday)).toBe(100)
  await keepFigures(device, [parts[1]!])
  await sendFigures(device, server.client, { justSaved: parts[1]!.of })
  expect(server.views(2, monday)).toBe(101)
})

test('what was typed over an import that is taken back goes unasked', async () => {
  await keepFigures(device, [
    newFigures({ of: 'import', number: 0, at: now, listing: '2', figures: ofDay(monday, { views: 9 }) }, true),
  ])
  await send()
  const seen = [{ views: 9, likes: null, saves: null }]
  const figures = ofDay(monday, { views: 100 })
  await keepFigures(device, [newFigures({ of: device.ids.uuid(), number: 0, at: now, listing: '2', figures, seen })])
  await markUndone(device, 'import')
  await send()
  expect(server.views(2, monday)).toBe(100)
})

test('refused figures that are sent again leave out what was saved over them since', async () => {
  const figures = ofDay(monday, { views: 100, likes: 5 })
  await keepFigures(device, [newFigures({ of: device.ids.uuid(), number: 0, at: now, listing: '2', figures })])
  server.fault = (call) => json(400, { detail: 'Not on a Monday.', code: 'invalid' }, keySaidBack(call))
  await send()
  const [refused] = await partsToSend(device.database)
  expect(refused).toMatchObject({ problem: 'Not on a Monday.', figures })
  server.fault = () => null
  await type({ views: 150 })
  await send()
  await retryFigures(device, [refused!])
  await send()
  expect(server.views(2, monday)).toBe(150)
  expect(await countFigures(device.database)).toEqual({ waiting: 0, needsAgent: 0 })
})

test('something that refuses figures again and again is the agent’s to decide, and Retry sends them', async () => {
  await type({ views: 100 })
  server.fault = ({ path }) => (path === 'sync/' ? null : page(403))
  for (let tries = 0; tries < 4; tries += 1) {
    await send()
    now += 6 * minute
  }
  const [stopped] = await partsToSend(device.database)
  expect(stopped?.problem).toBe('Something on the network, such as a firewall, blocks these figures.')
  server.fault = () => null
  await retryFigures(device, [stopped!])
  await send()
  expect(server.views(2, monday)).toBe(100)
})

test('figures wait while visitors have this browser, and go as soon as they have left', async () => {
  await type({ views: 100 })
  server.fault = () => json(403, { code: 'visitors_only', detail: 'Only for visitors.' })
  for (let tries = 0; tries < 10; tries += 1) await send()
  server.fault = () => null
  await send()
  expect(server.views(2, monday)).toBe(100)
})

test('Sync now sends figures whose pause has not ended, and being offline counts no attempt', async () => {
  await type({ views: 100 })
  server.fault = () => noAnswer
  await send()
  expect(await partsToSend(device.database)).toMatchObject([{ attempts: 0, nextAt: 0 }])
  server.fault = ({ path }) => (path === 'sync/' ? null : json(502, {}))
  await send()
  expect(await partsToSend(device.database)).toMatchObject([{ attempts: 1 }])
  expect(await nextFiguresAt(device.database)).toBeGreaterThanOrEqual(now)
  await resetBackoffOfFigures(device)
  server.fault = () => null
  await send()
  expect(server.views(2, monday)).toBe(100)
})

test('parts of earlier programs go in the order of their times, before those of this one', async () => {
  const stored = (number: number, at: number, views: number) => {
    const part = newFigures({ of: 'early', number, at, listing: '2', figures: ofDay(monday, { views }) })
    const { revision: _, attempts: _attempts, nextAt: _nextAt, foreignAnswers: _answers, ...value } = part
    return { name: `figures unsent early 00000${number}`, value: value as unknown as Json }
  }
  await device.database.facts.bulkPut([stored(0, now + day, 2), stored(1, now, 1)])
  await type({ date: tuesday, views: 3 })
  const parts = await partsToSend(device.database)
  expect(parts.map(({ figures }) => figures[0]?.views)).toEqual([1, 2, 3])
  await send()
  expect([server.views(2, monday), server.views(2, tuesday)]).toEqual([2, 3])
})

test('a clock that is wrong for a moment forgets no figures that a restored server may lack', async () => {
  await type({ views: 4711 })
  await send()
  now += 70 * day
  await type({ listing: '3', views: 30 })
  await send()
  expect(await figuresParts(device.database)).toHaveLength(2)
  // The server says that it is as late.
  await device.replica.transact('write', (tx) => tx.setMeta(journalFromFact, 1))
  await send()
  expect((await figuresParts(device.database)).map(({ listing }) => listing)).toEqual(['3'])
})
