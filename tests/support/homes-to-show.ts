import { expect } from 'vitest'
import type { Visitor } from './server.ts'

export const aBroker = {
  name: 'Imogen Quartermaine',
  phone: '555 0142',
  email: 'imogen@quartermaine.example',
  brokerage: 'Quartermaine Homes',
  mls_number: 'QX-90417',
  link: 'https://quartermaine.example/90417',
}

let homes = 0

/** Each call returns another address. */
export function aPrivateHome(wishes: object = {}) {
  homes += 1
  return {
    address: `${homes} Zephyrine Lane`,
    city: 'Salem',
    state: 'OR',
    zip_code: '97301',
    is_private: true,
    ...wishes,
  }
}

export async function aHomeToShow(agent: Visitor, wishes: object = {}, home: object = aPrivateHome()) {
  const property = await agent.post('/api/properties/properties/', home)
  expect([200, 201]).toContain(property.status)
  const made = await agent.post('/api/listings/', { property: property.body.id, listed_by: aBroker, ...wishes })
  expect(made.status, made.text).toBe(201)
  return made.body as {
    id: number
    version: number
    property: { id: number; address: string } & Record<string, unknown>
  }
}
