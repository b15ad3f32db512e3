import type { Client, ClientCategory } from '#core/contract/client.ts'
import type { ClientFilter } from './client-list-search.ts'
import { digitsOf } from '#core/domain/text/contact-links.ts'
import { containsAllWords, normalizeSearchText, searchTerms } from '#core/domain/listings/listing-rules.ts'

export const clientsPerPage = 10

type Named = Pick<Client, 'first_name' | 'last_name'>

export function clientName(client: Named): string {
  return `${client.first_name} ${client.last_name}`.trim()
}

export function clientInitials(client: Named): string {
  const letters = [client.first_name, client.last_name].map((name) => /\S/u.exec(name)?.[0] ?? '')
  return letters.join('').toLocaleUpperCase('en-US')
}

/** Whether the filter shows a client. A client of the category *Both* is among the buyers and the sellers (reading R19). */
export function isInFilter(client: { category?: ClientCategory | undefined }, filter: ClientFilter): boolean {
  const category = client.category ?? 'Buyer'
  if (filter === 'Buyers') return category !== 'Seller'
  if (filter === 'Sellers') return category !== 'Buyer'
  return filter === 'All' || category === 'Both'
}

type Searchable = Named & { email?: string | undefined; phone_number?: string | undefined }

/** Whether every word matches the name, email, phone number or `notes`. Three or more digits also match a phone number with other punctuation. */
export function matchesClientSearch(client: Searchable, search: string, notes = ''): boolean {
  const text = normalizeSearchText(`${clientName(client)} ${client.email ?? ''} ${client.phone_number ?? ''} ${notes}`)
  const digits = digitsOf(client.phone_number ?? '')
  const sought = digitsOf(search)
  if (sought.length >= 3 && !/\p{L}/u.test(search) && digits.includes(sought)) return true
  return containsAllWords(text, searchTerms(search))
}

/** Returns a comparison that puts clients whose names start with `search` first, and sorts both groups by name. */
export function byNameFirst(search: string): (one: Named, other: Named) => number {
  const sought = normalizeSearchText(search)
  const startsWithSearch = (client: Named) =>
    [client.first_name, client.last_name, clientName(client)].some((name) =>
      normalizeSearchText(name).startsWith(sought),
    )
  return (one, other) => Number(startsWithSearch(other)) - Number(startsWithSearch(one)) || byName(one, other)
}

export function byName(one: Named, other: Named): number {
  return clientName(one).localeCompare(clientName(other), 'en-US', { sensitivity: 'base' })
}

/** Compares by creation time, newest first; then by id and key, so that the order is always the same. */
export function newestFirst(one: DatedClient, other: DatedClient): number {
  return (
    compare(instantOf(other), instantOf(one)) ||
    compare(other.id ?? Infinity, one.id ?? Infinity) ||
    compare(one.key, other.key)
  )
}

type DatedClient = { key: string; id?: number | undefined; created_at?: string | undefined }

export type PageOf<Item> = { items: Item[]; page: number; pageCount: number; total: number }

/** Returns one page of a list. `page` counts from 1; a number beyond the last page returns the last one. */
export function pageOf<Item>(all: readonly Item[], page: number, perPage: number = clientsPerPage): PageOf<Item> {
  const pageCount = Math.max(1, Math.ceil(all.length / perPage))
  const shown = Math.min(Math.max(1, Math.trunc(page) || 1), pageCount)
  return { items: all.slice((shown - 1) * perPage, shown * perPage), page: shown, pageCount, total: all.length }
}

/**
 * Whether two emails are equal, apart from case; false if they are blank. Forms only hint at another client with the same email and still
 * accept it: it is probably the same person, but need not be (fault E16).
 */
export function isSameEmail(one: string, other: string): boolean {
  const normal = one.trim().toLowerCase()
  return normal !== '' && normal === other.trim().toLowerCase()
}

function instantOf(client: DatedClient): number {
  const instant = Date.parse(client.created_at ?? '')
  // A record without a date has just been created on this device.
  return Number.isNaN(instant) ? Infinity : instant
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

type Person = { key: string; id?: number | undefined; email?: string }

type ClientReference = { client?: number | string | null | undefined; client_email?: string | undefined }

export type People<Client extends Person = Person> = {
  /** The client that the record refers to, else the one with its email; undefined if there is neither. */
  of: (record: ClientReference) => Client | undefined
  all: readonly Client[]
}

export function indexClients<Client extends Person>(clients: readonly Client[]): People<Client> {
  const byKeyOrId = new Map<string, Client>()
  const byEmail = new Map<string, Client>()
  for (const client of clients) {
    byKeyOrId.set(client.key, client)
    const email = normalizedEmail(client.email)
    // If two clients share an email, the first in the list wins, so the result is stable.
    if (email !== '' && !byEmail.has(email)) byEmail.set(email, client)
  }
  for (const client of clients) if (client.id !== undefined) byKeyOrId.set(String(client.id), client)
  return {
    all: clients,
    of: ({ client, client_email = '' }) => {
      const referred = client === null || client === undefined ? undefined : byKeyOrId.get(String(client))
      return referred ?? byEmail.get(normalizedEmail(client_email))
    },
  }
}

function normalizedEmail(email = ''): string {
  return email.trim().toLowerCase()
}
