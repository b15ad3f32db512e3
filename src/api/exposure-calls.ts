import * as v from 'valibot'
import { type StoredFigure, storedFigureSchema } from '#core/contract/exposure.ts'
import { largestPageSize } from '#core/contract/paging.ts'
import { type AccountAnswer, bodyParser, toAccountAnswer } from './account-answer.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'

/** All figures of a listing from one day to another, both included. */
export async function readExposure(
  listingId: number,
  { from, to }: { from: string; to: string },
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<StoredFigure[]>> {
  const all: StoredFigure[] = []
  for (let page = 1; ; page += 1) {
    const query = `from=${from}&to=${to}&page_size=${largestPageSize}&page=${page}`
    const call = client({ method: 'GET', path: `listings/${listingId}/exposure/?${query}` })
    const answer = toAccountAnswer(await call, bodyParser(pageSchema))
    if (!answer.ok) return answer
    all.push(...answer.value.results)
    if (answer.value.next === null) return { ok: true, value: all }
  }
}

const pageSchema = v.object({ next: v.nullable(v.string()), results: v.array(storedFigureSchema) })
