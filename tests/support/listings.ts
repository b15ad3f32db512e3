import { expect } from 'vitest'
import type { Agent } from './server.ts'

type FormValue = string | number | Buffer | undefined

/** A multipart form: buffers become files, undefined fields are omitted. */
export function aForm(fields: Record<string, FormValue>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (Buffer.isBuffer(value)) form.set(name, new File([new Uint8Array(value)], 'photo.jpg', { type: 'image/jpeg' }))
    else form.set(name, String(value))
  }
  return form
}

/** The catalog's nth property. */
export async function aProperty(agent: Agent, place = 1) {
  const answer = await agent.get(`/api/properties/properties/?page_size=1&page=${place}`)
  expect(answer.body.results).toHaveLength(1)
  return answer.body.results[0]
}

export async function aListing(agent: Agent, wishes: Record<string, FormValue> = {}, place = 1) {
  const property = await aProperty(agent, place)
  const fields = { property: property.id, listing_price: 250_000, description: 'A house.', status: 'For Sale' }
  const answer = await agent.post('/api/listings/', aForm({ ...fields, ...wishes }))
  expect(answer.status).toBe(201)
  return answer.body
}
