import {
  byName,
  clientsPerPage,
  matchesClientSearch,
  isInFilter,
  isSameEmail,
  newestFirst,
  pageOf,
  type PageOf,
  clientName,
} from '#core/domain/clients/client-rules.ts'
import type { ClientSort, ClientFilter } from '#core/domain/clients/client-list-search.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ClientRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useDeletion } from '#records/saving/use-deletion.tsx'

type ClientListQuery = { search: string; filter: ClientFilter; sort: ClientSort; page: number }

export type ClientsOnDevice = PageOf<ClientRow> & {
  /** The number of all clients, regardless of search and filter. */
  onDevice: number
}

/** Returns one page of the clients that match a search and filter; undefined while loading. */
export function useClients({ search, filter, sort, page }: ClientListQuery): ClientsOnDevice | undefined {
  const { database } = useDevice()
  const isUnfiltered = filter === 'All' && sort === 'newest' && search.trim() === ''
  return useLiveQuery(
    async () =>
      (isUnfiltered ? await newestClients(database, page) : null) ??
      (await matchingClients(database, { search, filter, sort, page })),
    [database, isUnfiltered, search, filter, sort, page],
  )
}

/** Returns one page of all clients, newest first, from the index of `created_at`. Null if some clients lack this date: the index omits them. */
async function newestClients(database: DeviceDatabase, page: number): Promise<ClientsOnDevice | null> {
  const dated = database.clients.orderBy('created_at')
  const [total, inIndex] = await Promise.all([database.clients.count(), dated.count()])
  if (inIndex < total) return null
  // Only the number of clients matters here: it decides the page numbers.
  const { page: shown, pageCount } = pageOf(Array.from({ length: total }), page)
  const start = (shown - 1) * clientsPerPage
  const found = await dated.reverse().offset(start).limit(clientsPerPage).toArray()
  const items = await inStableOrder(database, found, start)
  return { items, page: shown, pageCount, total, onDevice: total }
}

/** Orders equal dates the same on every device: the index orders them by local key. `start` is the number of clients before the page. */
async function inStableOrder(database: DeviceDatabase, page: ClientRow[], start: number): Promise<ClientRow[]> {
  const [newest, oldest] = [page[0]?.created_at, page.at(-1)?.created_at]
  if (newest === undefined || oldest === undefined) return page
  const byDate = database.clients.where('created_at')
  const [newer, inDateRange] = await Promise.all([
    byDate.above(newest).count(),
    database.clients.where('created_at').between(oldest, newest, true, true).toArray(),
  ])
  return inDateRange.sort(newestFirst).slice(start - newer, start - newer + page.length)
}

async function matchingClients(
  database: DeviceDatabase,
  { search, filter, sort, page }: ClientListQuery,
): Promise<ClientsOnDevice> {
  const all = await database.clients.toArray()
  const matching = all.filter(
    (client) => isInFilter(client, filter) && matchesClientSearch(client, search, client.notes),
  )
  return { ...pageOf(matching.sort(orders[sort]), page), onDevice: all.length }
}

const orders: Record<ClientSort, (one: ClientRow, other: ClientRow) => number> = {
  newest: newestFirst,
  oldest: (one, other) => newestFirst(other, one),
  name: (one, other) => byName(one, other) || newestFirst(one, other),
  'name-reversed': (one, other) => byName(other, one) || newestFirst(one, other),
}

/** Returns another client with this email, who is probably the same person (fault E16); null if there is none. */
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

export function useClientDeletion(onDeleted?: () => void) {
  return useDeletion('client', {
    name: clientName,
    message: () => 'Client has been removed successfully.',
    activity: 'delete_client',
    onDeleted,
  })
}
