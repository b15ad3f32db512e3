import type { Verdict } from '#core/sync/requests/answers.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { type AvailableOn, availableOnFact } from '#core/sync/fact-names.ts'
import { keepPage } from './pull-list.ts'
import { readList } from '#core/sync/sending/read-list.ts'
import type { Reading } from '#core/sync/sending/sending.ts'

const staleAfterMs = 5 * 60_000

/**
 * Asks a plain server which listings are available on a tour's date, when that was asked for another date or more than
 * five minutes ago. What it names is kept; what it leaves out stays too, because another day may have it.
 */
export async function pullAvailable(reading: Reading, date: string): Promise<Verdict | null> {
  const { replica, clock } = reading.ports
  const last = await replica.transact('read', (store) => store.fact<AvailableOn>(availableOnFact))
  if (last?.date === date && Math.abs(clock.now() - last.at) < staleAfterMs) return null
  const keys: string[] = []
  const query = `?tour_date=${date}&page_size=100`
  for await (const step of readList(reading, kinds.available_listing.collection, query)) {
    if (step.kind === 'failed') return step.verdict
    if (step.kind === 'page')
      keys.push(...(await keepPage(reading, { entity: 'available_listing', implied: {} }, step.records)))
    if (step.kind === 'complete') {
      const answer: AvailableOn = { date, at: clock.now(), keys }
      await replica.transact('refresh', (store) => store.putFact(availableOnFact, answer))
    }
  }
  return null
}
