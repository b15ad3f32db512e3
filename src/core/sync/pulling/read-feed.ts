import * as v from 'valibot'
import { changePageSchema, knownHistory } from '#core/contract/sync-protocol.ts'
import type { ServerChange } from './apply-changes.ts'
import type { Verdict } from '#core/sync/requests/answers.ts'
import { entityNames, isInFeed } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import { type SendingContext, readAsAgent, readingFailure } from '#core/sync/sending/sending-context.ts'

export type Pull =
  | { end: 'done' }
  | { end: 'failed'; verdict: Verdict }
  | { end: 'stopped' }
  /** The server cannot continue from this device's cursor. */
  | { end: 'history-changed' }

type UnfinishedPull = Exclude<Pull, { end: 'done' }>

const pageSize = 500
/** All kinds in the feed that this version of the app stores, as text for `FeedPlace`. */
export const knownEntities = entityNames.filter(isInFeed).toSorted().join(' ')

/** Reads the whole feed, or continues an earlier reading, without storing it (faults C19, G16). */
export async function readWholeFeed(
  sending: SendingContext,
  earlier: Omit<WholeFeed, 'end'> = { changes: [], cursor: '' },
): Promise<WholeFeed | UnfinishedPull> {
  const changes = new Map(earlier.changes.map((change) => [changeKey(change), change]))
  for (let { cursor } = earlier; ;) {
    const page = await readPage(sending, cursor)
    if (page.end !== 'page') return page
    for (const change of page.changes) changes.set(changeKey(change), change)
    cursor = page.cursor
    if (!page.hasMore) return { end: 'done', changes: [...changes.values()], cursor }
  }
}

type WholeFeed = { end: 'done'; changes: readonly ServerChange[]; cursor: string }

function changeKey({ entity, id }: ServerChange): string {
  return `${entity} ${id}`
}

type FeedPage = { end: 'page'; changes: ServerChange[]; cursor: string; hasMore: boolean }

/** Reads the page after a cursor. `versions`: the newest versions that this device has seen; `history-changed` if the server lost one. */
export async function readPage(
  sending: SendingContext,
  cursor: string,
  versions: readonly number[] = [],
): Promise<FeedPage | UnfinishedPull> {
  if (sending.stop.aborted) return { end: 'stopped' }
  const known = knownHistory(cursor, versions)
  const place = known === '' ? '' : `cursor=${encodeURIComponent(known)}&`
  const answer = await readAsAgent(sending, `sync/changes/?${place}limit=${pageSize}`)
  if (answer.kind === 'answered' && answer.status === 410) return { end: 'history-changed' }
  if (answer.kind === 'answered' && answer.status === 200 && answer.bodyKind === 'json') {
    const page = v.safeParse(changePageSchema, answer.body)
    if (page.success) {
      const { changes, cursor: next, has_more: hasMore } = page.output
      return { end: 'page', changes: changes.flatMap(knownChange), cursor: next, hasMore }
    }
    sending.ports.log('sync.feed-unreadable', { issue: page.issues[0].message })
  }
  return { end: 'failed', verdict: readingFailure(sending, answer) }
}

function knownChange(change: v.InferOutput<typeof changePageSchema>['changes'][number]): ServerChange[] {
  const id = serverIdOf(change.id)
  const entity = entityNames.filter(isInFeed).find((name) => name === change.entity)
  if (id === null || entity === undefined) return []
  const record = change.deleted ? null : (change.record as Fields | null)
  return [{ entity, id, version: String(change.version), record }]
}
