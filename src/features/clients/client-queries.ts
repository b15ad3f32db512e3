import { useState } from 'react'
import { clientsPerPage, isFoundBy, isInFilter, isSameEmail, newestFirst, pageOf } from '#core/domain/client-rules.ts'
import type { ClientFilter } from '#core/domain/client-filters.ts'
import type { PageOf } from '#core/domain/client-rules.ts'
import { isStuck } from '#core/sync/sending/chains.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { DeviceDatabase } from '#storage/device-database.ts'
import { keyAt } from '#storage/key-at.ts'
import type { ClientRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

type ClientListQuery = { search: string; filter: ClientFilter; page: number }

export type ClientsOnDevice = PageOf<ClientRow> & {
  /** How many there are without search and filter. */
  onDevice: number
}

/** One page of the clients, newest on top; `undefined` until it is read. */
export function useClients({ search, filter, page }: ClientListQuery): ClientsOnDevice | undefined {
  const { database } = useDevice()
  const isAll = filter === 'All' && search.trim() === ''
  return useLiveQuery(
    async () =>
      (isAll ? await newestClients(database, page) : null) ?? (await matchingClients(database, search, filter, page)),
    [database, isAll, search, filter, page],
  )
}

/** Reads one page by the index. Null when some clients have no date and would be missing there. */
async function newestClients(database: DeviceDatabase, page: number): Promise<ClientsOnDevice | null> {
  const dated = database.clients.orderBy('created_at')
  const [total, inIndex] = await Promise.all([database.clients.count(), dated.count()])
  if (inIndex < total) return null
  const { page: shown, pageCount } = pageOf(Array.from({ length: total }), page)
  const start = (shown - 1) * clientsPerPage
  const found = await dated.reverse().offset(start).limit(clientsPerPage).toArray()
  const items = await inOneOrder(database, found, start)
  return { items, page: shown, pageCount, total, onDevice: total }
}

/**
 * Clients that were sent together may be of one instant; the index orders them by keys that each device made for itself.
 * `start` is how many stand before the page.
 */
async function inOneOrder(database: DeviceDatabase, page: ClientRow[], start: number): Promise<ClientRow[]> {
  const [newest, oldest] = [page[0]?.created_at, page.at(-1)?.created_at]
  if (newest === undefined || oldest === undefined) return page
  const byDate = database.clients.where('created_at')
  const [newer, around] = await Promise.all([
    byDate.above(newest).count(),
    database.clients.where('created_at').between(oldest, newest, true, true).toArray(),
  ])
  return around.sort(newestFirst).slice(start - newer, start - newer + page.length)
}

async function matchingClients(
  database: DeviceDatabase,
  search: string,
  filter: ClientFilter,
  page: number,
): Promise<ClientsOnDevice> {
  const all = await database.clients.toArray()
  const matching = all.filter((client) => isInFilter(client, filter) && isFoundBy(client, search))
  return { ...pageOf(matching.sort(newestFirst), page), onDevice: all.length }
}

/** The client at an address; `undefined` while it is read, `null` when this device has none. */
export function useClient(idOrKey: string): ClientRow | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(
    async () => (await database.clients.get(await keyAt(database, 'client', idOrKey))) ?? null,
    [database, idOrKey],
  )
}

/**
 * As `useClient`, for a form: a record that disappears under it stays as it was last seen, so that nothing typed is lost
 * (faults G4, G19).
 */
export function useClientToEdit(idOrKey: string): ClientRow | null | undefined {
  const client = useClient(idOrKey)
  const [seen, setSeen] = useState<{ at: string; client: ClientRow } | null>(null)
  if (client && (client !== seen?.client || seen.at !== idOrKey)) setSeen({ at: idOrKey, client })
  return client === null && seen?.at === idOrKey ? seen.client : client
}

/** The first of this client's changes that waits for the agent (fault H2); `undefined` while it is read, `null` when none does. */
export function useStuckChange(key: LocalKey): Operation | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const chain = await database.outbox.where('[entity+key]').equals(['client', key]).toArray()
    return chain.find(isStuck) ?? null
  }, [database, key])
}

/** Another client with this e-mail, probably the same person (fault E16). */
export function useClientWithEmail(email: string, exceptKey: LocalKey | null): ClientRow | null {
  const { database } = useDevice()
  const found = useLiveQuery(
    async () =>
      email.includes('@')
        ? await database.clients
            .filter((client) => client.key !== exceptKey && isSameEmail(client.email, email))
            .first()
        : undefined,
    [database, email, exceptKey],
  )
  return found ?? null
}
