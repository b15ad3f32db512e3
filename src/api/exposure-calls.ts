import * as v from 'valibot'
import { type StoredFigure, storedFigureSchema } from '#core/contract/exposure.ts'
import { largestPageSize } from '#core/contract/paging.ts'
import type { Answer } from '#core/sync/ports.ts'
import { type AccountAnswer, bodyParser, toAccountAnswer } from './account-answer.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'

/** `asOf`: when the server answered, rounded up, as an ISO instant; null if the response has no `Date` header. */
type ExposureOnServer = { figures: StoredFigure[]; asOf: string | null }

/** Returns all figures of a listing from one day to another, both included. */
export async function readExposure(
  listingId: number,
  { from, to }: { from: string; to: string },
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<ExposureOnServer>> {
  const figures: StoredFigure[] = []
  for (let page = 1; ; page += 1) {
    const query = `from=${from}&to=${to}&page_size=${largestPageSize}&page=${page}`
    const response = await client({ method: 'GET', path: `listings/${listingId}/exposure/?${query}` })
    const answer = toAccountAnswer(response, bodyParser(pageSchema))
    if (!answer.ok) return answer
    figures.push(...answer.value.results)
    if (answer.value.next === null) return { ok: true, value: { figures, asOf: timeOf(response) } }
  }
}

/** Returns a time that is not before the response: the `Date` header omits fractions of a second, so a second is added. */
function timeOf(response: Answer): string | null {
  const time = response.kind === 'answered' ? Date.parse(response.headers['date'] ?? '') : Number.NaN
  return Number.isNaN(time) ? null : new Date(time + 1000).toISOString()
}

const pageSchema = v.object({ next: v.nullable(v.string()), results: v.array(storedFigureSchema) })
