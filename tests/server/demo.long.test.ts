import { expect, test } from 'vitest'
import { hasFeedback } from '#core/domain/visits/showing-status.ts'
import { fillDemo } from '#server/commands/demo/demo.ts'
import type { Services } from '#server/services.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing, aProperty } from '#tests/support/listings.ts'
import { anAgent, aVisitor, type Visitor } from '#tests/support/server.ts'

onAnyDatabase((server) => {
  test('the demo is an agent with listings, photos, clients and two weeks of visits, who can sign in', async () => {
    const { username, password } = await fillDemo(server().services)
    const agent = aVisitor(server())
    await agent.get('/api/sync/')
    expect((await agent.post('/api/users/auth/login/', { username, password })).status).toBe(200)
    const listings = (await agent.get('/api/listings/?page_size=100')).body
    expect(listings.count).toBe(40)
    expect(new Set(listings.results.map((listing: { property: { id: number } }) => listing.property.id)).size).toBe(40)
    expect(listings.results.filter((listing: { images: unknown[] }) => listing.images.length > 0)).toHaveLength(12)
    expect((await agent.get('/api/crm/clients/?page_size=100')).body.count).toBe(60)
    await seeTheDays(agent, listings.results)
    await seeTheSurvey(agent)
    const photographed = listings.results.find((listing: { images: unknown[] }) => listing.images.length === 2)
    expect((await agent.get(photographed.images[0].image)).status).toBe(200)
  })
})

onAnyDatabase((server) => {
  test('the demo does not touch homes that agents typed or list, on a full or an empty server', async () => {
    const maria = await anAgent(server())
    const typed = { city: 'Portland', state: 'OR', zip_code: '97202', bedrooms: 2, price: 100_000 }
    // Two are at addresses that the demo uses: one in its sample, and one that its agent types.
    const own = await Promise.all(
      ['1427 SE 34th Ave', '53 Lanternwood Ln', '537 Velvetleaf Way'].map((address) =>
        maria.post('/api/properties/properties/', { address, ...typed }),
      ),
    )
    await aListing(maria, {}, 2)
    const listed = await aProperty(maria, 2)

    const first = await homesOfDemo(server().services)
    const second = await homesOfDemo(server().services)

    expect(first).toHaveLength(40)
    expect(new Set([...first, ...second, listed.id, ...own.map(({ body }) => body.id)]).size).toBe(84)
    for (const { body } of own) expect((await maria.get(`/api/properties/properties/${body.id}/`)).body).toEqual(body)
  })

  async function homesOfDemo(services: Services): Promise<number[]> {
    const { username, password } = await fillDemo(services)
    const agent = aVisitor(server())
    await agent.get('/api/sync/')
    await agent.post('/api/users/auth/login/', { username, password })
    const { results } = (await agent.get('/api/listings/?page_size=100')).body
    return results.map((listing: { property: { id: number } }) => listing.property.id)
  }
})

async function seeTheDays(agent: Visitor, listings: { id: number }[]): Promise<void> {
  const totals = { showings: 0, openHouses: 0, visitors: 0, seen: 0 }
  const statuses = new Set<string>()
  for (const { id } of listings) {
    const { statistics } = (await agent.get(`/api/listings/${id}/dashboard/`)).body
    totals.showings += statistics.showings_count
    totals.openHouses += statistics.open_houses_count
    totals.visitors += statistics.visitors_count
    if (statistics.exposure_stats.platforms.length > 0) totals.seen += 1
    const showings = (await agent.get(`/api/listings/${id}/showings/`)).body.results
    for (const showing of showings)
      statuses.add(hasFeedback(showing) ? `${showing.status} with feedback` : showing.status)
  }
  expect([...statuses].toSorted()).toEqual([
    'Cancelled with feedback',
    'Held',
    'Held with feedback',
    'No-show',
    'Scheduled',
  ])
  expect(totals.showings).toBeGreaterThan(5)
  expect(totals.openHouses).toBeGreaterThan(0)
  expect(totals.visitors).toBeGreaterThan(2)
  expect(totals.seen).toBe(8)
  expect((await agent.get('/api/scheduling/appointments/')).body.count).toBeGreaterThan(5)
  const tours = (await agent.get('/api/tours/tours/')).body.results
  expect(tours).toHaveLength(4)
  expect(tours.map(({ status }: { status: string }) => status)).toContain('completed')
  for (const { stops } of tours) expect(stops.length).toBeGreaterThan(0)
}

async function seeTheSurvey(agent: Visitor): Promise<void> {
  const { body } = await agent.get('/api/questionnaire/analytics/')
  expect(body.total_sessions).toBe(90)
  expect(body.completed_sessions).toBeGreaterThan(45)
  expect(body.completed_sessions).toBeLessThan(85)
  expect(body.median_seconds).toBeGreaterThan(200)
  const questions = Object.entries<{ answered: number; text_responses: string[] }>(body.analytics_data)
  expect(questions.filter(([, { answered }]) => answered === 0)).toEqual([])
  expect(body.analytics_data.slowdown.text_responses.length).toBeGreaterThan(5)
}
