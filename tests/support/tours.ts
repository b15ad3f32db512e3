import { expect } from 'vitest'
import type { Agent } from './server.ts'
import { aListing } from './listings.ts'

/** Listings of the sample catalogue, each of another property; all of them have a place on the map. */
export async function someListings(agent: Agent, count: number, wishes: Parameters<typeof aListing>[1] = {}) {
  const listings = []
  for (let place = 1; place <= count; place += 1) listings.push(await aListing(agent, wishes, place))
  return listings as { id: number; property: { address: string; city: string } }[]
}

/** What a tour needs, on a Monday. */
export function aTour(listings: readonly { id: number }[], wishes: object = {}) {
  return {
    client_email: 'jo@example.com',
    tour_date: '2026-11-23',
    selected_listings: listings.map(({ id }) => id),
    preferences: {},
    ...wishes,
  }
}

/** Makes a tour; `best` plans its order. */
export async function makeTour(agent: Agent, tour: object, planning: 'given' | 'best' = 'given') {
  const call = planning === 'given' ? 'auto-create' : 'intelligent-create'
  const answer = await agent.post(`/api/tours/tours/${call}/`, tour)
  expect(answer.body).toMatchObject({ id: expect.any(Number) })
  expect(answer.status).toBe(201)
  return answer.body
}
