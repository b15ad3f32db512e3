import { beforeAll, expect, test } from 'vitest'
import { fillDemo } from '#server/commands/demo/demo.ts'
import type { Property } from '#core/contract/property.ts'
import type { Listing } from '#core/contract/listing.ts'
import type { Tour } from '#core/contract/tour.ts'
import type { DoorCard } from '#core/contract/door-card.ts'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aVisitor, type TestServer, type Visitor } from '#tests/support/server.ts'

onAnyDatabase((server) => {
  let agent: Visitor
  let own: Listing[]
  let shown: Listing[]

  beforeAll(async () => {
    agent = await aDemoAgent(server())
    own = await allOf(agent, '/api/listings/?page_size=100')
    shown = await allOf(agent, '/api/listings/?listed_by=others&page_size=100')
  })

  test('the demo agent typed homes by hand, and lists one of them', async () => {
    const catalog = await allOf<Property>(agent, '/api/properties/properties/?page_size=100')
    const typed = catalog.filter(({ added_by_me, is_private }) => added_by_me === true && is_private !== true)
    const listed = typed.filter(({ id }) => own.some(({ property }) => property.id === id))
    expect([typed.length, listed.length]).toEqual([2, 1])
  })

  test('the demo has homes of other brokers: with a phone, unnamed, unpriced, and one unplaced', () => {
    expect(shown.length).toBeGreaterThan(2)
    expect(shown.every(({ property }) => property.is_private === true)).toBe(true)
    const brokers = shown.map(({ listed_by }) => listed_by)
    expect(brokers.some((broker) => broker?.name && broker.brokerage && broker.phone)).toBe(true)
    expect(brokers.some((broker) => broker && Object.values(broker).every((text) => text === ''))).toBe(true)
    expect(shown.some(({ listing_price }) => listing_price === 0)).toBe(true)
    const unlocated = [...own, ...shown].filter(({ property }) => property.latitude === null)
    expect(unlocated.filter((listing) => shown.includes(listing))).toHaveLength(1)
    expect(unlocated).toHaveLength(1)
  })

  test('a demo tour visits own listings and other brokers’ homes, with approximate drives where needed', async () => {
    const today = dateOfInstant(Date.now())
    const tours = await allOf<Tour>(agent, '/api/tours/tours/')
    const tour = tours.find(({ stops }) => stops.some(({ is_approximate }) => is_approximate))
    expect([today, addDays(today, 1), addDays(today, 2)]).toContain(tour?.tour_date)
    const toured = tour?.stops.map(({ listing_id }) => listing_id)
    expect(shown.filter(({ id }) => toured?.includes(id)).length).toBeGreaterThan(1)
    expect(own.filter(({ id }) => toured?.includes(id)).length).toBeGreaterThan(1)
    expect(tour).toMatchObject({ dropped: [], stops: tour?.selected_listings.map(() => ({ is_listed: true })) })
  })

  test('homes of other brokers have showings in the demo, one upcoming and one with feedback', async () => {
    const showings = (
      await Promise.all(shown.map(({ id }) => allOf<Showing>(agent, `/api/listings/${id}/showings/`)))
    ).flat()
    const today = dateOfInstant(Date.now())
    expect(showings.some(({ status, showing_date }) => status === 'Scheduled' && showing_date >= today)).toBe(true)
    expect(showings.some(({ status, feedback_for_seller }) => status === 'Held' && feedback_for_seller !== '')).toBe(
      true,
    )
  })

  test('the demo has door cards for own listings and for a home of another broker', async () => {
    const cards = await allOf<DoorCard>(agent, '/api/door-cards/')
    const cardsOf = (listings: readonly Listing[]) =>
      cards.filter((card) => listings.some(({ property }) => property.id === card.property))
    expect(cardsOf(own).length).toBeGreaterThan(1)
    expect(cardsOf(shown).length).toBeGreaterThan(0)
    for (const field of ['occupancy', 'lockbox_code', 'alarm_code', 'key_location', 'notify_seller'] as const)
      expect(cardsOf(own).some((card) => Boolean(card[field]))).toBe(true)
    const clients = await allOf<{ id: number; category: string }>(agent, '/api/crm/clients/?page_size=100')
    const sellers = cards.flatMap(({ client }) => clients.filter(({ id }) => id === client))
    expect(new Set(sellers.map(({ category }) => category))).toEqual(new Set(['Seller']))
  })
})

type Showing = { status: string; showing_date: string; feedback_for_seller: string }

async function aDemoAgent(server: TestServer): Promise<Visitor> {
  const { username, password } = await fillDemo(server.services)
  const agent = aVisitor(server)
  await agent.get('/api/sync/')
  await agent.post('/api/users/auth/login/', { username, password })
  return agent
}

async function allOf<One>(agent: Visitor, path: string): Promise<One[]> {
  return (await agent.get(path)).body.results
}
