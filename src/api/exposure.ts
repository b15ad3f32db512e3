import * as v from 'valibot'
import { type ExposureCounts, type ExposureFigure, type KeptFigure, keptFigureSchema } from '#core/contract/exposure.ts'
import { largestPageSize } from '#core/contract/paging.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import type { HttpClient } from './http-client.ts'
import { type AccountAnswer, accepted, parsedBy } from './account-answer.ts'

/**
 * Keeps figures of a listing; resolves to what was known of each before, in their order. Safe to repeat under one key, which
 * gets the first answer again, and never done for another agent than `owner`.
 */
export async function sendExposure(
  listingId: number,
  figures: readonly ExposureFigure[],
  { key, owner }: { key: string; owner: string },
  client: HttpClient,
): Promise<AccountAnswer<(ExposureCounts | null)[]>> {
  const answer = await client({
    method: 'POST',
    path: `listings/${listingId}/exposure/`,
    body: JSON.stringify(figures),
    headers: { [headerNames.idempotencyKey]: key, [headerNames.agent]: owner },
  })
  const read = parsedBy(keptSchema)
  return accepted(answer, (body) => read(body)?.results.map(({ before }) => before))
}

const keptSchema = v.object({
  results: v.array(v.object({ before: v.nullable(v.pick(keptFigureSchema, ['views', 'likes', 'saves'])) })),
})

/** What the server has of a listing from one day to another, both included. */
export async function readExposure(
  listingId: number,
  { from, to }: { from: string; to: string },
  client: HttpClient,
): Promise<AccountAnswer<KeptFigure[]>> {
  const all: KeptFigure[] = []
  for (let page = 1; ; page += 1) {
    const query = `from=${from}&to=${to}&page_size=${largestPageSize}&page=${page}`
    const path = `listings/${listingId}/exposure/?${query}`
    const answer = accepted(await client({ method: 'GET', path }), parsedBy(pageSchema))
    if (!answer.ok) return answer
    all.push(...answer.value.results)
    if (answer.value.next === null) return { ok: true, value: all }
  }
}

const pageSchema = v.object({ next: v.nullable(v.string()), results: v.array(keptFigureSchema) })
