import { useEffect } from 'react'
import { create } from 'zustand'
import type { LocalKey } from '#core/sync/operation.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { kindsBelowListings, type VisitsPull, type WantedVisits } from '#core/sync/plain/pull-visits.ts'
import { isPlainServer, useConnection, useIsPlainServer } from './connection.ts'
import { useSession } from './session.ts'

/**
 * How a load of showings, open houses or visitors ended, on a server that sends none by itself. `failed` is what the
 * server answered as an error, never a missing network. With a change feed it is always `known`.
 */
type VisitLoad = 'asking' | 'known' | 'failed' | 'unanswered'

type VisitLoads = {
  /** Null while nothing is exchanged with the server. */
  fetch: ((wanted: WantedVisits) => Promise<VisitsPull>) | null
  listings: Readonly<Record<LocalKey, Readonly<Partial<Record<EntityName, VisitLoad>>>>>
  appointments: VisitLoad
}

const useVisitLoads = create<VisitLoads>(() => ({ fetch: null, listings: {}, appointments: 'known' }))

/** Says how visits are fetched; null when no agent is signed in any more. */
export function fetchVisitsWith(fetch: VisitLoads['fetch']): void {
  useVisitLoads.setState({ ...useVisitLoads.getInitialState(), fetch }, true)
}

/**
 * While mounted, fetches from a plain server the records of these listings and the appointments of these days; the records
 * arrive through the usual live queries. Returns the worst load state of all these lists.
 */
export function useFetchedVisits(
  listingKeys: readonly LocalKey[],
  days: { first: string; last: string } | null = null,
): VisitLoad {
  const fetch = useVisitLoads((loads) => loads.fetch)
  // Each exchange with the server is a moment to look whether the last reading is old.
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

/** Whether something of the days on screen, which is asked for elsewhere, could not be read. */
export function useHaveVisitsFailed(): boolean {
  return useVisitLoads(({ listings, appointments }) =>
    [...Object.values(listings).flatMap((kinds) => Object.values(kinds)), appointments].includes('failed'),
  )
}

/** While it is shown, keeps on this device which listings a plain server offers for a tour on this date. */
export function useFetchedAvailability(tourDate: string): void {
  const fetch = useVisitLoads((loads) => loads.fetch)
  const lastReachedAt = useConnection((connection) => connection.lastReachedAt)
  useEffect(() => {
    if (fetch === null || lastReachedAt === null || tourDate === '') return
    void fetch({ listingKeys: [], days: null, tourDate }).catch(() => null)
  }, [fetch, lastReachedAt, tourDate])
}

/** How the load of one list of a listing goes; with a change feed, how that of all listings went. */
export function useVisitLoad(listingKey: LocalKey, kind: EntityName): VisitLoad {
  const isPlain = useIsPlainServer()
  const hasFailed = useSession(({ areas }) => areas.listings.error !== null)
  const load = useVisitLoads((loads) => loads.listings[listingKey]?.[kind] ?? 'known')
  if (isPlain) return load
  return hasFailed ? 'failed' : 'known'
}

const worstFirst: VisitLoad[] = ['failed', 'asking', 'unanswered']

async function load(fetch: NonNullable<VisitLoads['fetch']>, wanted: WantedVisits): Promise<void> {
  // What was read before stays as it was called until the new reading is there.
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
