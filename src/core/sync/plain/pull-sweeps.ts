import { type Verdict, isUnanswered } from '#core/sync/requests/answers.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { entityNames, type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { type AvailableOn, availableOnFact, sweepFact } from '#core/sync/fact-names.ts'
import { type ServerList, leaveOut, pullList } from './pull-list.ts'
import type { Pull } from '#core/sync/pulling/read-feed.ts'
import type { Sending } from '#core/sync/sending/sending.ts'

/** What others refer to first, so that listings that name only an id can nest their property. */
const sweptEntities = entityNames.filter((entity) => kinds[entity].onPlainServers.list === 'whole')

/** Complete sweeps of a plain server's lists (fault G13), of all when that is asked for. */
export async function pullSweeps(sending: Sending, isAsked: boolean): Promise<Pull> {
  let failed: Pull | null = null
  for (const entity of sweptEntities) {
    if (sending.stop.aborted) return { end: 'stopped' }
    const list = wholeList(entity, sending.ports.clock.now())
    const verdict = await pullList(sending, list, isAsked)
    if (verdict === null) continue
    // A server may refuse this list as we ask for it.
    if (entity === 'available_listing' && verdict.kind === 'refused') await leaveOut(sending, list, 'refused')
    else if (isOfThisList(verdict)) failed ??= { end: 'failed', verdict }
    else return { end: 'failed', verdict }
  }
  return failed ?? { end: 'done' }
}

/** The server answered, only not with this list; it may have all others. */
function isOfThisList(verdict: Verdict): boolean {
  return !isUnanswered(verdict) && !['paused', 'needs-login', 'wrong-agent'].includes(verdict.kind)
}

function wholeList(entity: EntityName, now: number): ServerList {
  // The specification's call names a day.
  const day = entity === 'available_listing' ? `tour_date=${dateOfInstant(now)}&` : ''
  return {
    entity,
    path: kinds[entity].collection,
    query: entity === 'property' ? '' : `?${day}page_size=100`,
    fact: sweepFact(entity),
    implied: {},
    keys: async (store) => {
      const all = await store.rowKeys(entity)
      if (entity !== 'available_listing') return all
      // What another day offers is not gone because this one does not.
      const other = new Set((await store.fact<AvailableOn>(availableOnFact))?.keys)
      return all.filter((key) => !other.has(key))
    },
    isShort: false,
    isWhole: true,
  }
}
