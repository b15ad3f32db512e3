import { capabilitiesFrom, type ReadingContext } from '#core/sync/sending/sending-context.ts'
import type { Verdict } from '#core/sync/requests/answers.ts'
import { entityNames, type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { idOfKey } from '#core/sync/records/keys.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { type ServerList, keysReferringTo, pullList, storePage } from './pull-list.ts'
import {
  type ServerKind,
  serverKindMetadataKey,
  type AvailableOn,
  availableOnMetadataKey,
} from '#core/sync/metadata-keys.ts'
import { checkSession } from '#core/sync/sending/which-server.ts'
import { readList } from '#core/sync/sending/read-from-server.ts'

const staleAfterMs = 5 * 60_000

/** Reads which listings are available on a tour's date, if due. Removes no listing from the device: it may be available on another date. */
async function pullAvailable(reading: ReadingContext, date: string): Promise<Verdict | null> {
  const { replica, clock } = reading.ports
  const last = await replica.transact('read', (tx) => tx.meta<AvailableOn>(availableOnMetadataKey))
  if (last?.date === date && Math.abs(clock.now() - last.at) < staleAfterMs) return null
  const keys: string[] = []
  const query = `?tour_date=${date}&page_size=100`
  for await (const step of readList(reading, kinds.available_listing.collection, query)) {
    if (step.kind === 'failed') return step.verdict
    if (step.kind === 'page')
      keys.push(...(await storePage(reading, { entity: 'available_listing', implied: {} }, step.records)))
    if (step.kind === 'complete') {
      const answer: AvailableOn = { date, at: clock.now(), keys }
      await replica.transact('refresh', (tx) => tx.setMeta(availableOnMetadataKey, answer))
    }
  }
  return null
}

/** Kinds that a plain server lists for each listing; open houses come before their visitors. */
export const kindsBelowListings = entityNames.filter(
  (entity) => kinds[entity].onPlainServers.list === 'below its listing',
)

/** What a screen shows: the visits to some listings, and the appointments of some days. Dates are in the property's time zone. */
export type WantedVisits = {
  listingKeys: readonly LocalKey[]
  days: { first: string; last: string } | null
  /** Date of a tour that is being planned, to read which listings can be visited then. */
  tourDate?: string
}

/** `known`: read now or recently. `failed`: the server answered with an error. `unanswered`: it did not answer. */
type PartPull = 'known' | 'failed' | 'unanswered'

type ByKind<Value> = Readonly<Partial<Record<EntityName, Value>>>

export type VisitsPull = {
  listings: Record<LocalKey, ByKind<PartPull>>
  appointments: PartPull
}

/** Fetches from a plain server what a screen is about to show, and never more (reading R32). May run at the same time as a sync. */
export async function pullVisits(
  ports: ReadingContext['ports'],
  { listingKeys, days, tourDate }: WantedVisits,
  stop: ReadingContext['stop'],
): Promise<VisitsPull> {
  const pulled: VisitsPull = { listings: {}, appointments: 'known' }
  const serverKind = await ports.replica.transact('read', (tx) => tx.meta<ServerKind>(serverKindMetadataKey))
  if (serverKind?.kind !== 'plain') return pulled
  const reading: ReadingContext = { ports, capabilities: capabilitiesFrom(null), stop }
  // Reads only in a session of this device's agent: another agent's records must never be stored here (fault D7).
  let isOwner: boolean | null = null
  const asOwner = async (read: () => Promise<Verdict | null>): Promise<PartPull> => {
    isOwner ??= (await checkSession(ports, stop)) === 'owner'
    return isOwner && !stop.aborted ? outcomeOf(await read()) : 'unanswered'
  }
  const pull = (list: ServerList) => asOwner(() => pullList(reading, list))

  for (const key of listingKeys) {
    // Skips a listing that the server does not have, because the server has no visits of it.
    const id = await ports.replica.transact('read', async (tx) =>
      (await tx.base('listing', key))?.gone === true ? null : idOfKey(tx, 'listing', key),
    )
    if (id === null) continue
    const outcome: Partial<Record<EntityName, PartPull>> = {}
    for (const kind of kindsBelowListings) outcome[kind] = await pull(visitsOf(kind, key, id))
    pulled.listings[key] = outcome
  }
  if (tourDate !== undefined) await asOwner(() => pullAvailable(reading, tourDate))
  if (days !== null) pulled.appointments = await pull(appointmentsOf(days.first, days.last))
  return pulled
}

function outcomeOf(failure: Verdict | null): PartPull {
  if (failure === null) return 'known'
  if (failure.kind === 'unknown' && failure.status === null) return 'unanswered'
  // The next sync reports pauses and missing sign-ins; the list did not fail.
  return ['not-sent', 'paused', 'needs-login', 'wrong-agent'].includes(failure.kind) ? 'unanswered' : 'failed'
}

/** The list of a listing's showings, open houses or visitors. */
function visitsOf(entity: EntityName, key: LocalKey, id: number): ServerList {
  return {
    entity,
    path: kinds[entity].collection.replace('{parent}', String(id)),
    query: '',
    metadataKey: `visits ${entity} ${key}`,
    implied: { listing: id },
    keys: (tx) => keysReferringTo(tx, { entity, field: 'listing' }, key),
    // One record that is missing from such a short list counts as deleted at once; several are checked first.
    isShortList: true,
    // A record leaves this list only if it is deleted.
    isMissingDeleted: true,
  }
}

function appointmentsOf(first: string, last: string): ServerList {
  return {
    entity: 'appointment',
    path: kinds.appointment.collection,
    query: `?start_date=${first}&end_date=${last}`,
    metadataKey: `visits appointment ${first} ${last}`,
    implied: {},
    isShortList: true,
    // Not only deleted appointments leave this list, but also those that were moved to another day.
    isMissingDeleted: false,
    keys: async (tx) => {
      const rows = await tx.rows('appointment', await tx.rowKeys('appointment'))
      return rows
        .filter((row) => row !== undefined)
        .filter(({ date }) => typeof date === 'string' && date >= first && date <= last)
        .map(({ key }) => key)
    },
  }
}
