import * as v from 'valibot'
import { type ExposureCounts, type ExposureFigure, type KeptFigure, keptFigureSchema } from '#core/contract/exposure.ts'
import { largestPageSize } from '#core/contract/paging.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { versionWrittenAs } from '#core/sync/requests/answers.ts'
import type { HttpClient } from './http-client.ts'
import { type AccountAnswer, accepted, parsedBy } from './account-answer.ts'

/** What was known of each figure before, in their order, and the agent's version that they were kept as. */
type KeptExposure = { before: (ExposureCounts | null)[]; writtenAs: number | null }

/**
 * Keeps figures of a listing. Safe to repeat under one key, which gets the first answer again, and never done for another agent
 * than `owner`. Refused with `history_changed` where the server was put back to an earlier state than `history`: then the
 * listing's id may mean another one.
 */
export async function sendExposure(
  listingId: number,
  figures: readonly ExposureFigure[],
  { key, owner, history }: { key: string; owner: string; history: string | null },
  client: HttpClient,
): Promise<AccountAnswer<KeptExposure>> {
  const answer = await client({
    method: 'POST',
    path: `listings/${listingId}/exposure/`,
    body: JSON.stringify(figures),
    headers: {
      [headerNames.idempotencyKey]: key,
      [headerNames.agent]: owner,
      ...(history === null ? {} : { [headerNames.cursor]: history }),
    },
  })
  const read = parsedBy(keptSchema)
  const writtenAs = answer.kind === 'answered' ? versionWrittenAs(answer.headers) : null
  return accepted(answer, (body) => {
    const before = read(body)?.results.map((figure) => figure.before)
    return before && { before, writtenAs }
  })
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
