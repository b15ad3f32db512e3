import * as v from 'valibot'
import type { Fields } from '#core/contract/json.ts'
import { headerNames, knownKeysAnswerSchema, maxKeysPerRequest } from '#core/contract/sync-protocol.ts'
import { opIdIn } from '#core/sync/operation.ts'
import type { Verdict } from '#core/sync/requests/answers.ts'
import { postRequest, type SendingContext, readingFailure } from './sending-context.ts'

/** `opIds`: the operation ids in the keys that the server lists in its answer. */
type KeysAnswer = { end: 'answered'; opIds: ReadonlySet<string> } | { end: 'failed'; verdict: Verdict }

/** Finds the keys of which the server has no trace. */
export function findUnknownKeys(sending: SendingContext, keys: readonly string[]): Promise<KeysAnswer> {
  return sendKeys(sending, keys, (some) => ({ keys: some }), 'unknown')
}

/**
 * Reports deletions whose records a restored server does not have, so that no device creates the records again. `keys` are those of the
 * deletions and of the records' creates. Returns the `opId`s of keys whose record another device has already created again.
 */
export function reportDeletions(sending: SendingContext, keys: readonly string[]): Promise<KeysAnswer> {
  return sendKeys(sending, keys, (some) => ({ keys: [], deleted: some }), 'made')
}

async function sendKeys(
  sending: SendingContext,
  keys: readonly string[],
  fieldsFor: (keys: string[]) => Fields,
  resultField: 'unknown' | 'made',
): Promise<KeysAnswer> {
  const { server, replica } = sending.ports
  const opIds = new Set<string>()
  for (let start = 0; start < keys.length; start += maxKeysPerRequest) {
    const fields = fieldsFor(keys.slice(start, start + maxKeysPerRequest))
    const request = postRequest('sync/known/', fields, { [headerNames.agent]: replica.owner })
    const answer = await server.send(request, sending.stop)
    const isAnswer = answer.kind === 'answered' && answer.status === 200
    const parsed = isAnswer ? v.safeParse(knownKeysAnswerSchema, answer.body) : null
    if (parsed?.success !== true) return { end: 'failed', verdict: readingFailure(sending, answer) }
    for (const key of parsed.output[resultField]) opIds.add(opIdIn(key))
  }
  return { end: 'answered', opIds }
}
