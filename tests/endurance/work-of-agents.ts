import { expect } from 'vitest'
import type { Asked, PersistentAgent } from './agent-at-server.ts'

/** The expected final records by the key that made them: the text in the field of their kind, or null for a deleted one. */
export type Expected = Map<string, { kind: Kind; text: string | null }>

const fields = {
  client: 'notes',
  appointment: 'title',
  listing: 'description',
  showing: 'client_email',
  tour: 'client_email',
} as const
type Kind = keyof typeof fields

export type Page = { results: (Record<string, unknown> & { id: number })[]; next: string | null }

export type Differences = { lost: unknown[]; doubled: unknown[]; strange: string[] }

/** Records that the agent lacks, has twice, or has although no agent made them; and all ids by kind. */
export async function differencesOf(
  agent: PersistentAgent,
  expected: Expected,
): Promise<Differences & { ids: Record<Kind, number[]> }> {
  const found = new Map<string, string[]>()
  const ids: Record<Kind, number[]> = { client: [], appointment: [], listing: [], showing: [], tour: [] }
  const note = (kind: Kind, records: Page['results']) => {
    for (const record of records) {
      const name = `${kind} ${String(record['client_key'])}`
      found.set(name, [...(found.get(name) ?? []), String(record[fields[kind]])])
      ids[kind].push(record.id)
    }
  }
  note('client', await everything(agent, 'crm/clients'))
  note('appointment', await everything(agent, 'scheduling/appointments'))
  note('tour', await everything(agent, 'tours/tours'))
  const listings = await everything(agent, 'listings')
  note('listing', listings)
  for (const { id } of listings) note('showing', await everything(agent, `listings/${id}/showings`))
  const lost = [...expected].filter(([key, wanted]) => {
    const { kind, text } = wanted
    const records = found.get(`${kind} ${key}`) ?? []
    return text === null ? records.length > 0 : !records.includes(text)
  })
  const doubled = [...found].filter(([, records]) => records.length > 1)
  const strange = [...found.keys()].filter((key) => !expected.has(key.split(' ')[1]!))
  return { lost, doubled, strange, ids }
}

/** Creates, changes and deletes records of five kinds, singly and in a batch; returns the id of the remaining listing. */
export async function doRoundOfWork(
  agent: PersistentAgent,
  name: string,
  property: number,
  expected: Expected,
  told: { operations: number },
): Promise<number> {
  const done = (answer: Asked, statuses: readonly number[]) => {
    expect(statuses, JSON.stringify(answer)).toContain(answer.status)
    told.operations += 1
    return (answer.body as { id: number } | undefined)?.id ?? 0
  }
  const person = { first_name: 'Nora', last_name: name, email: 'nora@example.com', notes: 'new' }
  const id = done(await agent.insist('POST', 'crm/clients/', person, `${name}-client:1`), [201])
  expected.set(`${name}-client`, { kind: 'client', text: 'new' })
  const called = { notes: 'called' }
  done(await agent.insist('PATCH', `crm/clients/${id}/`, called, `${name}-call:1`), [200])
  expected.set(`${name}-client`, { kind: 'client', text: 'called' })

  const appointment = { title: name, date: '2026-11-23', start_time: '10:00', end_time: '11:00' }
  done(await agent.insist('POST', 'scheduling/appointments/', appointment, `${name}-appointment:1`), [201])
  expected.set(`${name}-appointment`, { kind: 'appointment', text: name })

  const visitor = `visitor-of-${name}@example.com`
  const listing = { property, listing_price: 250_000, description: name, status: 'For Sale' }
  const operations = [
    { method: 'POST', path: 'listings/', key: `${name}-listing:1`, body: listing },
    {
      method: 'POST',
      path: `listings/{"$created":"${name}-listing:1"}/showings/`,
      key: `${name}-showing:1`,
      body: { showing_date: '2026-11-23', start_time: '14:00', end_time: '14:30', client_email: visitor },
    },
    { method: 'POST', path: 'crm/clients/', key: `${name}-second:1`, body: person },
  ]
  const batch = await agent.insist('POST', 'sync/batch/', { operations }, `${name}-batch`)
  const { answers } = batch.body as { answers: Asked[] }
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  told.operations += 3
  const [listed, , second] = answers.map(({ body }) => (body as { id: number }).id)
  expected.set(`${name}-listing`, { kind: 'listing', text: name })
  expected.set(`${name}-showing`, { kind: 'showing', text: visitor })
  expected.set(`${name}-second`, { kind: 'client', text: 'new' })
  done(await agent.insist('DELETE', `crm/clients/${second}/`, undefined, `${name}-delete:1`), [204])
  expected.set(`${name}-second`, { kind: 'client', text: null })

  const tour = {
    client_email: `${name}@example.com`,
    tour_date: '2026-11-24',
    selected_listings: [listed],
    preferences: {},
  }
  done(await agent.insist('POST', 'tours/tours/auto-create/', tour, `${name}-tour:1`), [201])
  expected.set(`${name}-tour`, { kind: 'tour', text: tour.client_email })
  return listed!
}

export async function everything(agent: PersistentAgent, list: string): Promise<Page['results']> {
  const all: Page['results'] = []
  for (let page = 1; ; page += 1) {
    const answer = await agent.ask('GET', `${list}/?page_size=500&page=${page}`)
    expect(answer?.status).toBe(200)
    const { results, next } = answer!.body as Page
    all.push(...results)
    if (next === null) return all
  }
}
