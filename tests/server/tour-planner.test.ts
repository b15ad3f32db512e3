import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, inject, test } from 'vitest'
import { planTour } from '#core/planner/plan-tour.ts'
import { type PlanInput, PlanContradiction } from '#core/planner/plan-types.ts'
import { estimateMatrix } from '#core/planner/prepare-day.ts'
import { osrmTravel } from '#server/tours/osrm-travel.ts'
import { longTest, testEach } from '../support/long-test.ts'
import { createTourPlanner, type TourPlanner } from '#server/tours/tour-planner.ts'

const midtown = { latitude: 38.5733, longitude: -121.4776 }
const carmichael = { latitude: 38.6241, longitude: -121.3283 }
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function aDay(stopCount: number, wishes: Partial<PlanInput> = {}): PlanInput {
  return {
    start: 32_400,
    end: 61_200,
    stops: Array.from({ length: stopCount }, (_, index) => ({
      listing_id: index + 1,
      latitude: 38.5 + 0.013 * ((index * 7) % 11),
      longitude: -121.5 + 0.017 * ((index * 5) % 13),
    })),
    minMinutes: 15,
    maxMinutes: 30,
    lunch: { minutes: 45, open: 39_600, close: 50_400 },
    busy: [[36_000, 37_800]],
    ...wishes,
  }
}

function aPlanner(osrmUrl?: string): TourPlanner {
  const planner = createTourPlanner(pathToFileURL(path.join(inject('serverBundle'), 'planner-thread.js')), osrmUrl)
  closing.push(() => planner.close())
  return planner
}

async function aRoutingServer(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

testEach([[6], [13], [15]], { atGate: 1 })('%i stops are planned as on every other machine', async (stopCount) => {
  expect(await aPlanner().plan(aDay(stopCount), 1)).toEqual(planTour(aDay(stopCount)))
})

longTest('while fifteen stops are planned, the server goes on answering', async () => {
  const day = aDay(15, { lunch: null, maxMinutes: 15 })
  const planning = Promise.all([aPlanner().plan(day, 1), aPlanner().plan(day, 1)])
  const isPlanned = planning.then(() => true)
  const nextTurn = () => new Promise<false>((resolve) => setImmediate(resolve, false))
  let turns = 0
  while (!(await Promise.race([isPlanned, nextTurn()]))) turns += 1
  expect((await planning)[0].complete).toBe(true)
  expect(turns).toBeGreaterThan(10)
})

test('too many waiting plans are refused as busy, and waiting ones end with the planner', async () => {
  const planner = aPlanner()
  const plans = Array.from({ length: 21 }, (_, index) => planner.plan(aDay(15), index))
  const ends = Promise.allSettled(plans)
  await expect(plans.at(-1)).rejects.toMatchObject({ outcome: { status: 503, body: { code: 'busy' } } })
  await planner.close()
  expect((await ends).map(({ status }) => status)).toContain('rejected')
})

longTest('an agent who asks for many long plans at once keeps no other agent from planning', async () => {
  const planner = aPlanner()
  const ofOne = Promise.allSettled(Array.from({ length: 25 }, () => planner.plan(aDay(13), 1)))
  const ofAnother = await Promise.all([planner.plan(aDay(13), 2), planner.plan(aDay(13), 2)])
  expect(ofAnother.map(({ complete }) => complete)).toEqual([true, true])
  expect((await ofOne).filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})

test('a contradiction among locked stops is still a PlanContradiction outside the thread', async () => {
  const day = aDay(14)
  const stops = day.stops.map((stop) => ({ ...stop, locked: true, windows: [[36_000, 39_600]] as const }))
  await expect(aPlanner().plan({ ...day, stops }, 1)).rejects.toBeInstanceOf(PlanContradiction)
})

test('drives come from the routing server, in the order of the places', async () => {
  const asked: string[] = []
  const address = await aRoutingServer((request, response) => {
    asked.push(request.url ?? '')
    const durations = [0, 600.4, 700.6, 0]
    const distances = [0, 9000.2, 9100, 0]
    const square = ([a, b, c, d]: number[]) => [
      [a, b],
      [c, d],
    ]
    const answer = { code: 'Ok', durations: square(durations), distances: square(distances) }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  expect(await osrmTravel(`${address}/`)([midtown, null, carmichael])).toEqual({
    seconds: [
      [0, Infinity, 600],
      [Infinity, Infinity, Infinity],
      [720, Infinity, 0],
    ],
    metres: [
      [0, Infinity, 9000],
      [Infinity, Infinity, Infinity],
      [9100, Infinity, 0],
    ],
  })
  expect(asked).toEqual(['/table/v1/driving/-121.4776,38.5733;-121.3283,38.6241?annotations=duration,distance'])
})

test('a drive with an approximate end is never shorter than the estimate, whatever the routing server says', async () => {
  const address = await aRoutingServer((_request, response) => {
    const rows = [0, 60].map((first) => [first, 60 - first])
    response.end(JSON.stringify({ code: 'Ok', durations: rows, distances: rows }))
  })
  const about = { ...carmichael, uncertaintyMiles: 2 }
  const { seconds, metres } = await osrmTravel(address)([midtown, about])
  const estimate = estimateMatrix([midtown, about])
  expect([seconds, metres]).toEqual([estimate.seconds, estimate.metres])
  expect((await osrmTravel(address)([midtown, carmichael])).seconds).toEqual([
    [0, 60],
    [60, 0],
  ])
})

test.each<[string, RequestListener]>([
  ['an error', (_request, response) => response.writeHead(500).end()],
  ['a page', (_request, response) => response.end('<!doctype html>')],
  ['a refusal', (_request, response) => response.end('{"code":"NoTable"}')],
  ['a matrix of other places', (_, response) => response.end('{"code":"Ok","durations":[[0]],"distances":[[0]]}')],
  ['a cut connection', (request) => request.socket.destroy()],
])('after a routing server’s answer with %s, the estimate is used', async (_, answer) => {
  const problems: string[] = []
  const travel = osrmTravel(await aRoutingServer(answer), (problem) => problems.push(problem))
  expect(await travel([midtown, carmichael])).toEqual(estimateMatrix([midtown, carmichael]))
  expect(problems).toHaveLength(1)
})

test('a silent routing server is not waited for, and the estimate is used', async () => {
  const travel = osrmTravel(await aRoutingServer(() => {}), undefined, 50)
  expect(await travel([midtown, carmichael])).toEqual(estimateMatrix([midtown, carmichael]))
})

test('a tour is planned with the drives of the routing server', async () => {
  const address = await aRoutingServer((_request, response) => {
    const rows = [0, 900].map((first) => [first, 900 - first])
    response.end(JSON.stringify({ code: 'Ok', durations: rows, distances: rows }))
  })
  expect((await aPlanner(address).plan(aDay(2), 1)).drive_seconds).toBe(900)
})
