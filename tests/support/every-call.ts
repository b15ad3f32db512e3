import { randomUUID } from 'node:crypto'
import { readBackup } from '#files/backup-file.ts'
import { operationsOf, type Operation } from './described-answers.ts'
import type { Agent, Answer, TestServer } from './server.ts'

/** Ids for the parameters and fields of calls, and texts to search for. */
export type Named = {
  listing: number
  property: number
  door_card: number
  showing: number
  image: number
  key: string
  search: string
}

const when = { start_time: '10:00', end_time: '10:30' }
const home = { city: 'Salem', state: 'OR', zip_code: '97301' }

function tourOf({ listing }: Named) {
  return { client_email: 'jo@example.com', tour_date: '2026-11-23', selected_listings: [listing], preferences: {} }
}

function listingOf({ property }: Named) {
  return { property, listing_price: 400_000, description: 'A house.', status: 'For Sale' }
}

function operationOn({ listing, key }: Named) {
  return { method: 'PATCH', path: `listings/${listing}/`, key, if_match: null, body: {} }
}

const client = { first_name: 'Nora', last_name: 'Quill', email: 'n@example.com' }
const said = { client: 99_999_999, text: 'Likes it.' }

/** A body for each path, with every field that can refer to a listing, property, door card or operation. */
const bodies: Record<string, (named: Named) => object> = {
  '/api/properties/properties/': () => ({ ...home, address: `${randomUUID()} St` }),
  '/api/properties/properties/{id}/': () => ({ bedrooms: 3 }),
  '/api/listings/': listingOf,
  '/api/listings/{id}/': listingOf,
  '/api/listings/{id}/images/': () => ({ caption: 'Front' }),
  '/api/listings/{id}/images/{image_id}/': () => ({ caption: 'Front' }),
  '/api/listings/{id}/showings/': () => ({ ...when, showing_date: '2026-11-23', client_email: 'jo@example.com' }),
  '/api/listings/{id}/showings/{showing_id}/': () => ({
    ...when,
    showing_date: '2026-11-23',
    client_email: 'jo@example.com',
  }),
  '/api/listings/{id}/open-houses/': () => ({ ...when, date: '2026-11-22' }),
  '/api/listings/{id}/open-houses/{open_house_id}/': () => ({ ...when, date: '2026-11-22' }),
  '/api/listings/{id}/open-house-visits/': () => ({ open_house: 99_999_999, client_email: 'jo@example.com' }),
  '/api/listings/{id}/open-house-visits/{visit_id}/': () => ({
    open_house: 99_999_999,
    client_email: 'jo@example.com',
  }),
  '/api/listings/{id}/exposure/': () => ({ platform: 'Zillow', date: '2026-11-20', views: 3, likes: 1, saves: null }),
  '/api/exposure-readings/': ({ listing }) => ({ listing, platform: 'Zillow', date: '2026-11-20', views: 3 }),
  '/api/door-cards/': ({ property }) => ({ property, pets: 'A dog' }),
  '/api/door-cards/{id}/': ({ property }) => ({ property, pets: 'A dog' }),
  '/api/tours/tours/availability-preview/': tourOf,
  '/api/tours/tours/route-optimization-preview/': tourOf,
  '/api/tours/tours/auto-create/': tourOf,
  '/api/tours/tours/intelligent-create/': tourOf,
  '/api/tours/tours/{id}/': tourOf,
  '/api/crm/clients/': () => client,
  '/api/crm/clients/{id}/': () => client,
  '/api/crm/interactions/': () => ({ ...said, kind: 'Call', date: '2026-11-23', time: '10:30' }),
  '/api/crm/interactions/{id}/': () => ({ ...said, kind: 'Call', date: '2026-11-23', time: '10:30' }),
  '/api/crm/follow-ups/': () => ({ ...said, due_date: '2026-11-24', done: false }),
  '/api/crm/follow-ups/{id}/': () => ({ ...said, due_date: '2026-11-24', done: false }),
  '/api/scheduling/appointments/': () => ({ ...when, date: '2026-11-23' }),
  '/api/scheduling/appointments/{id}/': () => ({ ...when, date: '2026-11-23' }),
  '/api/sync/known/': ({ key }) => ({ keys: [key], deleted: [] }),
  '/api/sync/batch/': (named) => ({ operations: [operationOn(named)] }),
}

/** Accounts and the survey have no homes, and some of their writes would end the agent's session. */
const ofNoHome = /^\/api\/(users\/(?!backup|dashboard|profile|calendar-feed)|questionnaire\/|errors\/)/

/** Each described call that can refer to or list a home. A new call with a body needs an entry in `bodies`. */
export function everyCall(
  server: TestServer,
): { name: string; ask: (agent: Agent, named: Named) => Promise<Answer> }[] {
  return (
    operationsOf(server.app)
      .filter(({ path, method }) => !ofNoHome.test(path) && !(path.startsWith('/api/users/') && method !== 'GET'))
      // An endless stream of hints about the agent's own records.
      .filter(({ path }) => path !== '/api/sync/events/')
      .map(({ method, path, operation }) => {
        const body = bodies[path]
        const takesBody = 'requestBody' in operation
        if (takesBody && body === undefined)
          throw new Error(`every-call.ts does not say what is sent to ${method} ${path}`)
        const ask = (agent: Agent, named: Named) =>
          agent.ask(method, addressOf(path, operation, named), takesBody ? { body: body!(named) } : {})
        return { name: `${method} ${path}`, ask }
      })
  )
}

function addressOf(path: string, operation: Operation, named: Named): string {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(idFor(path, name, named)))
  const asked: Record<string, string> = { search: named.search, ids: String(named.listing), listed_by: 'others' }
  const names = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.name in asked)
  const query = names.map(({ name }) => `${name}=${encodeURIComponent(asked[name]!)}`)
  return query.length === 0 ? url : `${url}?${query.join('&')}`
}

function idFor(path: string, name: string, named: Named): number {
  if (name === 'showing_id') return named.showing
  if (name === 'image_id') return named.image
  if (path.includes('/properties/')) return named.property
  if (path.includes('/door-cards/')) return named.door_card
  return named.listing
}

/** The text of an answer, including the contents of a ZIP file. */
export async function textOf(answer: Answer): Promise<string> {
  if (answer.headers['content-type'] !== 'application/zip') return answer.text
  return JSON.stringify((await readBackup(new Blob([new Uint8Array(answer.bytes)]))).contents)
}
