import { dateOfInstant } from '../domain/wall-clock.ts'
import { applyChanges, changeFrom } from './apply-changes.ts'
import { type EntityName, declarations } from './entities.ts'
import { lagWatch } from './lagging-copy.ts'
import type { LocalKey } from './operation.ts'
import { kindsHeldBack } from './plain-server.ts'
import type { Pull } from './read-feed.ts'
import { readList } from './read-list.ts'
import { type AvailableOn, availableOnFact, sweepFact } from './fact-names.ts'
import { type Sweep, removeMissing } from './remove-missing.ts'
import type { Sending } from './sending.ts'

/** Properties first, so that listings that name only an id can nest theirs. */
const sweptEntities: EntityName[] = ['property', 'client', 'listing', 'tour', 'available_listing']

const staleAfterMs = 5 * 60_000
const secondLookAfterMs = 60_000

/**
 * Complete sweeps of a plain server's lists (fault G13). Without `isAsked` only those older than five minutes; one that
 * held removals back is looked at again after a minute.
 */
export async function pullSweeps(sending: Sending, isAsked: boolean): Promise<Pull> {
  for (const entity of sweptEntities) {
    if (sending.stop.aborted) return { end: 'stopped' }
    const { replica, clock } = sending.ports
    const last = await replica.transact('read', (store) => store.fact<Sweep>(sweepFact(entity)))
    const age = last === undefined ? Infinity : Math.abs(clock.now() - last.at)
    const isDue = age >= staleAfterMs || ((last?.heldBack ?? null) !== null && age >= secondLookAfterMs)
    if (!isDue && !isAsked) continue
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
  const { replica, clock, log } = sending.ports
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
        const changes = step.records.flatMap((record) => changeFrom(entity, record, null) ?? [])
        const keys = await replica.transact('refresh', async (store) => {
          const heldBack = await kindsHeldBack(store)
          const applied = await applyChanges(store, changes, {
            keepsNewer: false,
            takesEmbeddedPhotos: true,
            holdsBack: (name) => heldBack.has(name),
            isLagging: await lagWatch(store, clock.now()),
          })
          return applied.get(entity)
        })
        for (const key of keys ?? []) found.add(key)
        break
      }
      case 'complete':
        await replica.transact('refresh', async (store) => {
          // What another day offers is not gone because this one does not.
          if (entity === 'available_listing') {
            const other = await store.fact<AvailableOn>(availableOnFact)
            for (const key of other?.keys ?? []) found.add(key)
          }
          const removal = await removeMissing(store, entity, found, clock.now())
          if (removal.isHeldBack) log('sync.removals-held-back', { entity })
        })
    }
  }
  return { end: 'done' }
}
