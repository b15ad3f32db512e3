import type { Client, ClientCategory } from '#core/contract/client.ts'
import type { ClientFilter } from './client-filters.ts'
import { digitsOf } from '#core/domain/text/contact-links.ts'
import { holdsWords, searchWords, wordsOf } from '#core/domain/listings/listing-rules.ts'

export const clientsPerPage = 10

type Named = Pick<Client, 'first_name' | 'last_name'>

export function clientName(client: Named): string {
  return `${client.first_name} ${client.last_name}`.trim()
}

/** One or two letters for the round mark beside a name. */
export function clientInitials(client: Named): string {
  const letters = [client.first_name, client.last_name].map((name) => /\S/u.exec(name)?.[0] ?? '')
  return letters.join('').toLocaleUpperCase('en-US')
}

/** Somebody who buys and sells belongs to the buyers and to the sellers (reading R19). */
export function isInFilter(client: { category?: ClientCategory | undefined }, filter: ClientFilter): boolean {
  const category = client.category ?? 'Buyer'
  if (filter === 'Buyers') return category !== 'Seller'
  if (filter === 'Sellers') return category !== 'Buyer'
  return filter === 'All' || category === 'Both'
}

type Searchable = Named & { email?: string | undefined; phone_number?: string | undefined }

/**
 * Finds by name, e-mail, telephone number or, where they are given, notes; every word must be found, digits count without
 * their punctuation.
 */
export function isFoundBy(client: Searchable, search: string, notes = ''): boolean {
  const text = searchWords(`${clientName(client)} ${client.email ?? ''} ${client.phone_number ?? ''} ${notes}`)
  const digits = digitsOf(client.phone_number ?? '')
  const sought = digitsOf(search)
  if (sought.length >= 3 && !/\p{L}/u.test(search) && digits.includes(sought)) return true
  return holdsWords(text, wordsOf(search))
}

/** Those first whose first or last name begins with what is sought, then by name. */
export function byNameFirst(search: string): (one: Named, other: Named) => number {
  const sought = searchWords(search)
  const begins = (client: Named) =>
    [client.first_name, client.last_name, clientName(client)].some((name) => searchWords(name).startsWith(sought))
  return (one, other) => Number(begins(other)) - Number(begins(one)) || byName(one, other)
}

/** As a telephone book in the order of first names. */
export function byName(one: Named, other: Named): number {
  return clientName(one).localeCompare(clientName(other), 'en-US', { sensitivity: 'base' })
}

/** Newest on top; among equals the later key, so that the order never depends on who asks. */
export function newestFirst(one: DatedClient, other: DatedClient): number {
  return (
    compare(instantOf(other), instantOf(one)) ||
    compare(other.id ?? Infinity, one.id ?? Infinity) ||
    compare(one.key, other.key)
  )
}

type DatedClient = { key: string; id?: number | undefined; created_at?: string | undefined }

export type PageOf<Item> = { items: Item[]; page: number; pageCount: number; total: number }

/** The part that `page` shows, counted from 1; a page behind the last one is the last one. */
export function pageOf<Item>(all: readonly Item[], page: number, perPage: number = clientsPerPage): PageOf<Item> {
  const pageCount = Math.max(1, Math.ceil(all.length / perPage))
  const shown = Math.min(Math.max(1, Math.trunc(page) || 1), pageCount)
  return { items: all.slice((shown - 1) * perPage, shown * perPage), page: shown, pageCount, total: all.length }
}

/** Two clients with one e-mail are probably one person (fault E16): worth a hint, never a refusal. */
export function isSameEmail(one: string, other: string): boolean {
  const normal = one.trim().toLowerCase()
  return normal !== '' && normal === other.trim().toLowerCase()
}

function instantOf(client: DatedClient): number {
  const instant = Date.parse(client.created_at ?? '')
  // A record that has no date yet was made just now.
  return Number.isNaN(instant) ? Infinity : instant
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
