import { useEffect } from 'react'
import { create } from 'zustand'
import type { LocalKey } from '#core/sync/operation.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { kindsBelowListings, type VisitsPull, type WantedVisits } from '#core/sync/plain/pull-visits.ts'
import { isPlainServer, useConnection, useIsPlainServer } from './connection.ts'
import { useSession } from './session.ts'

/** `asking`: being fetched. `known`: the records are on this device. `failed`: the server sent an error. `unanswered`: it sent no answer. */
type VisitLoad = 'asking' | 'known' | 'failed' | 'unanswered'

type VisitLoads = {
  /** Null while sync is not running. */
  fetch: ((wanted: WantedVisits) => Promise<VisitsPull>) | null
  listings: Readonly<Record<LocalKey, Readonly<Partial<Record<EntityName, VisitLoad>>>>>
  appointments: VisitLoad
}

const useVisitLoads = create<VisitLoads>(() => ({ fetch: null, listings: {}, appointments: 'known' }))

/** Sets the function that fetches visits, null when sync stops, and resets all states. */
export function fetchVisitsWith(fetch: VisitLoads['fetch']): void {
  useVisitLoads.setState({ ...useVisitLoads.getInitialState(), fetch }, true)
}

/** While mounted, fetches listings' showings, open houses and visitors, and appointments of `days`, from a plain server. Returns the worst state. */
export function useFetchedVisits(
  listingKeys: readonly LocalKey[],
  days: { first: string; last: string } | null = null,
): VisitLoad {
  const fetch = useVisitLoads((loads) => loads.fetch)
  // Loads again after each exchange with the server, if the last load is too old.
  const lastReachedAt = useConnection((connection) => connection.lastReachedAt)
  const keys = listingKeys.join(' ')
  const { first, last } = days ?? {}
  useEffect(() => {
    if (fetch === null || lastReachedAt === null) return
    const wanted = { listingKeys: keys === '' ? [] : keys.split(' '), days: first && last ? { first, last } : null }
    void load(fetch, wanted)
  }, [fetch, lastReachedAt, keys, first, last])
  return useVisitLoads((loads) => {
    const all = keys === '' ? [] : keys.split(' ').flatMap((key) => Object.values(loads.listings[key] ?? {}))
    if (days !== null) all.push(loads.appointments)
    return worstFirst.find((state) => all.includes(state)) ?? 'known'
  })
}

export function useHaveVisitsFailed(): boolean {
  return useVisitLoads(({ listings, appointments }) =>
    [...Object.values(listings).flatMap((kinds) => Object.values(kinds)), appointments].includes('failed'),
  )
}

/** While mounted, stores which listings a plain server offers for a tour on this date. */
export function useFetchedAvailability(tourDate: string): void {
  const fetch = useVisitLoads((loads) => loads.fetch)
  const lastReachedAt = useConnection((connection) => connection.lastReachedAt)
  useEffect(() => {
    if (fetch === null || lastReachedAt === null || tourDate === '') return
    void fetch({ listingKeys: [], days: null, tourDate }).catch(() => null)
  }, [fetch, lastReachedAt, tourDate])
}

/** Returns the state of one list of a listing, such as its showings; on a server with a feed, the state of all listings. */
export function useVisitLoad(listingKey: LocalKey, kind: EntityName): VisitLoad {
  const isPlain = useIsPlainServer()
  const hasFailed = useSession(({ areas }) => areas.listings.error !== null)
  const load = useVisitLoads((loads) => loads.listings[listingKey]?.[kind] ?? 'known')
  if (isPlain) return load
  return hasFailed ? 'failed' : 'known'
}

const worstFirst: VisitLoad[] = ['failed', 'asking', 'unanswered']

async function load(fetch: NonNullable<VisitLoads['fetch']>, wanted: WantedVisits): Promise<void> {
  // A listing that was loaded before has its earlier state until this load ends.
  const isPlain = isPlainServer()
  if (isPlain) {
    useVisitLoads.setState(({ listings }) => ({
      listings: { ...ofAll(wanted.listingKeys, 'asking'), ...listings },
    }))
  }
  const pulled = await fetch(wanted).catch(() => null)
  if (useVisitLoads.getState().fetch !== fetch) return
  useVisitLoads.setState(({ listings, appointments }) => ({
    listings: { ...listings, ...ofAll(wanted.listingKeys, 'known'), ...pulled?.listings },
    appointments: wanted.days === null ? appointments : (pulled?.appointments ?? 'known'),
  }))
}

function ofAll(keys: readonly LocalKey[], state: VisitLoad): VisitLoads['listings'] {
  const ofOne = Object.fromEntries(kindsBelowListings.map((entity) => [entity, state]))
  return Object.fromEntries(keys.map((key) => [key, ofOne]))
}
