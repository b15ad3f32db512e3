import { expect } from 'vitest'
import type { Agent } from './server.ts'
import { aListing } from './listings.ts'

/** Listings of different sample properties, all with a location. */
export async function someListings(agent: Agent, count: number, wishes: Parameters<typeof aListing>[1] = {}) {
  const listings = []
  for (let place = 1; place <= count; place += 1) listings.push(await aListing(agent, wishes, place))
  return listings as { id: number; property: { address: string; city: string } }[]
}

export function aTour(listings: readonly { id: number }[], wishes: object = {}) {
  return {
    client_email: 'jo@example.com',
    tour_date: '2026-11-23',
    selected_listings: listings.map(({ id }) => id),
    preferences: {},
    ...wishes,
  }
}

/** Creates a tour; with `best` the server plans its order. */
export async function makeTour(agent: Agent, tour: object, planning: 'given' | 'best' = 'given') {
  const call = planning === 'given' ? 'auto-create' : 'intelligent-create'
  const answer = await agent.post(`/api/tours/tours/${call}/`, tour)
  expect(answer.body).toMatchObject({ id: expect.any(Number) })
  expect(answer.status).toBe(201)
  return answer.body
}
