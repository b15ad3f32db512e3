import * as v from 'valibot'
import {
  type ExposureCounts,
  type ExposureFigure,
  type StoredFigure,
  storedFigureSchema,
} from '#core/contract/exposure.ts'
import { largestPageSize } from '#core/contract/paging.ts'
import { headerNames, idempotencyKeyParam } from '#core/contract/sync-protocol.ts'
import { type Failure, judge, versionWrittenAs } from '#core/sync/requests/answers.ts'
import type { Answer, Clock } from '#core/sync/ports.ts'
import type { HttpClient } from './http-client.ts'
import { bodyParser } from './account-answer.ts'

/** `keysInAddress`: something on the way takes the key's header out. */
export type ExposureLink = { client: HttpClient; clock: Pick<Clock, 'now'>; keysInAddress: boolean }

/** A refusal is our server's own: any other answer that is none of its successes is `unknown`. */
export type ExposureAnswer<Value> = { kind: 'success'; value: Value } | Failure

/** What was known of each figure before, in their order, and the agent's version that they were kept as. */
type KeptExposure = { before: (ExposureCounts | null)[]; writtenAs: number | null }

/**
 * Keeps figures of a listing. Safe to repeat under one key, which gets the first answer again, and never done for another agent
 * than `owner`. Refused with `history_changed` where the server was put back to an earlier state than `history`: then the
 * listing's id may mean another one.
 */
export async function sendExposure(
  link: ExposureLink,
  listingId: number,
  figures: readonly ExposureFigure[],
  { key, owner, history }: { key: string; owner: string; history: string | null },
): Promise<ExposureAnswer<KeptExposure>> {
  const answer = await link.client({
    method: 'POST',
    path: `listings/${listingId}/exposure/${link.keysInAddress ? `?${idempotencyKeyParam}=${key}` : ''}`,
    body: JSON.stringify(figures),
    headers: {
      [headerNames.idempotencyKey]: key,
      [headerNames.agent]: owner,
      ...(history === null ? {} : { [headerNames.cursor]: history }),
    },
  })
  const writtenAs = answer.kind === 'answered' ? versionWrittenAs(answer.headers) : null
  const read = bodyParser(keptSchema)
  return judged(link, answer, key, (body) => {
    const results = read(body)?.results
    if (results?.length !== figures.length) return undefined
    return { before: results.map(({ before }) => before), writtenAs }
  })
}

const keptSchema = v.object({
  results: v.array(v.object({ before: v.nullable(v.pick(storedFigureSchema, ['views', 'likes', 'saves'])) })),
})

/** What the server has of a listing from one day to another, both included. */
export async function readExposure(
  link: ExposureLink,
  listingId: number,
  { from, to }: { from: string; to: string },
): Promise<ExposureAnswer<StoredFigure[]>> {
  const all: StoredFigure[] = []
  // Our server says back the key of every request.
  const key = `read-${listingId}-${from}`
  for (let page = 1; ; page += 1) {
    const query = `from=${from}&to=${to}&page_size=${largestPageSize}&page=${page}`
    const path = `listings/${listingId}/exposure/?${query}`
    const call = link.client({ method: 'GET', path, headers: { [headerNames.idempotencyKey]: key } })
    const answer = judged(link, await call, key, bodyParser(pageSchema))
    if (answer.kind !== 'success') return answer
    all.push(...answer.value.results)
    if (answer.value.next === null) return { kind: 'success', value: all }
  }
}

const pageSchema = v.object({ next: v.nullable(v.string()), results: v.array(storedFigureSchema) })

/** A success has the promised content, and a refusal says back the key; all else comes from something on the way (fault C5). */
function judged<Value>(
  { clock, keysInAddress }: ExposureLink,
  answer: Answer,
  key: string,
  read: (body: unknown) => Value | undefined,
): ExposureAnswer<Value> {
  const verdict = judge(answer, { clock, random: Math.random })
  const status = answer.kind === 'answered' ? answer.status : null
  const saidBack = answer.kind === 'answered' ? answer.headers[headerNames.idempotencyKey.toLowerCase()] : undefined
  if (verdict.kind === 'success') {
    const value = answer.kind === 'answered' && (saidBack ?? key) === key ? read(answer.body) : undefined
    return value === undefined ? { kind: 'unknown', status, why: 'wrong-shape' } : { kind: 'success', value }
  }
  if (!('refusal' in verdict)) return verdict
  // Where keys are lost, our server's codes are the proof.
  const isOurs = saidBack === key || (keysInAddress && verdict.refusal.code !== null)
  return isOurs ? verdict : { kind: 'unknown', status, why: 'page' }
}
