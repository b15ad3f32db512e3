import { dateOfInstant } from '../domain/wall-clock.ts'
import { type EntityName, declarations } from './entities.ts'
import { keepPage } from './keep-page.ts'
import type { LocalKey } from './operation.ts'
import type { Pull } from './read-feed.ts'
import { readList } from './read-list.ts'
import { type AvailableOn, availableOnFact, sweepFact } from './fact-names.ts'
import { type Sweep, isStale, removeMissing } from './remove-missing.ts'
import type { Sending } from './sending.ts'

/** Properties first, so that listings that name only an id can nest theirs. */
const sweptEntities: EntityName[] = ['property', 'client', 'listing', 'tour', 'available_listing']

/**
 * Complete sweeps of a plain server's lists (fault G13). Without `isAsked` only those older than five minutes; one that
 * held removals back is looked at again after a minute.
 */
export async function pullSweeps(sending: Sending, isAsked: boolean): Promise<Pull> {
  for (const entity of sweptEntities) {
    if (sending.stop.aborted) return { end: 'stopped' }
    const { replica, clock } = sending.ports
    const last = await replica.transact('read', (store) => store.fact<Sweep>(sweepFact(entity)))
    if (!isAsked && !isStale(last, clock.now())) continue
    const pull = await sweep(sending, entity)
    if (pull.end !== 'done') return pull
  }
  return { end: 'done' }
}

/** The list cannot be read whole, so nothing is learnt from it for now. */
async function leaveOut({ ports }: Sending, entity: EntityName, why: string): Promise<Pull> {
  const { replica, clock, log } = ports
  log('sync.sweep-incomplete', { entity, why })
  await replica.transact('refresh', (store) => store.putFact(sweepFact(entity), { at: clock.now(), heldBack: null }))
  return { end: 'done' }
}

function queryOf(entity: EntityName, nowMs: number): string {
  if (entity === 'property') return ''
  // The specification's call names a day.
  return entity === 'available_listing' ? `?tour_date=${dateOfInstant(nowMs)}&page_size=100` : '?page_size=100'
}

async function sweep(sending: Sending, entity: EntityName): Promise<Pull> {
  const { replica, clock } = sending.ports
  const found = new Set<LocalKey>()
  const query = queryOf(entity, clock.now())
  for await (const step of readList(sending, declarations[entity].collection, query)) {
    switch (step.kind) {
      case 'failed':
        // A server that wants to be asked for this otherwise has everything else to give.
        if (entity === 'available_listing' && step.verdict.kind === 'refused')
          return leaveOut(sending, entity, 'refused')
        return { end: 'failed', verdict: step.verdict }
      case 'absent':
      case 'incomplete':
        return leaveOut(sending, entity, step.kind)
      case 'page': {
        const keys = await keepPage(sending, { entity, records: step.records, takesEmbeddedPhotos: true })
        for (const key of keys) found.add(key)
        break
      }
      case 'complete':
        await replica.transact('refresh', async (store) => {
          // What another day offers is not gone because this one does not.
          if (entity === 'available_listing') {
            const other = await store.fact<AvailableOn>(availableOnFact)
            for (const key of other?.keys ?? []) found.add(key)
          }
          await removeMissing(store, sending, {
            entity,
            fact: sweepFact(entity),
            keys: await store.rowKeys(entity),
            found,
          })
        })
    }
  }
  return { end: 'done' }
}
