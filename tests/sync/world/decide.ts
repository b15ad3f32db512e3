import type { Fields } from '#core/contract/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import {
  dependantsOf,
  discardOperation,
  linkToExisting,
  resolveConflict,
  restoreDeleted,
  retryOperation,
} from '#core/sync/deciding/outbox-actions.ts'
import { type Kind, markOf, textOfValue, wordsIn } from './ledger.ts'
import { marksBelow, texts } from './work.ts'
import type { Context } from './context.ts'
import type { Tablet } from './tablet.ts'
import type { World } from './world.ts'

export type Wish = 'mine' | 'theirs' | 'both' | 'discard' | 'retry'

/** An agent decides about something in the Outbox; the ledger notes what was given up. */
export async function decide(
  world: World,
  tablet: Tablet,
  context: Context,
  operation: Operation,
  wish: Wish,
): Promise<void> {
  const { replica, clock } = context.ports
  const { opId, state, conflict, kind, refusal } = operation
  const mark = markNow(world, tablet, context, operation)
  if (state === 'conflict' && conflict !== null) {
    if (wish === 'discard') return discard(world, tablet, context, operation)
    if (conflict.theirs === null) return decideAboutGone(world, tablet, context, operation, mark)
    const choice = wish === 'retry' ? 'mine' : wish
    const said = Object.fromEntries((kind === 'delete' ? ['all'] : conflict.fields).map((field) => [field, choice]))
    const below =
      kind === 'delete'
        ? marksBelow(world, tablet, context.place.agent, { kind: operation.entity as Kind, key: operation.key })
        : []
    const outcome = await resolveConflict(replica, clock, opId, said)
    if (outcome !== 'done') return
    if (kind === 'delete') {
      if (choice === 'theirs') world.ledger.keep(mark)
      else world.ledger.letGo(below)
      return
    }
    for (const field of conflict.fields) {
      const isText = texts[operation.entity as Kind] === field
      if (choice === 'theirs') giveUpField(world, operation, field)
      else if (!isText || choice === 'mine') giveUpTheirs(world, operation, conflict.theirs, field)
    }
    return
  }
  if (state !== 'attention') return
  if (wish === 'discard') return discard(world, tablet, context, operation)
  if (refusal?.code === 'may_exist') return lookWhetherItExists(world, context, operation, mark)
  if (isPointless(refusal?.code ?? null)) return discard(world, tablet, context, operation)
  if ((await retryOperation(replica, opId)) !== 'done' || refusal?.code !== 'server_restored') return
  if (kind === 'create') world.ledger.remake(mark)
  // The Outbox shows what stands there now, and what would take its place.
  for (const [field, now] of Object.entries(operation.base))
    if (field in operation.changes) giveUpValue(world, field, now, operation)
}

/** Trying again would change nothing. */
function isPointless(code: string | null): boolean {
  return code !== null && ['parent_gone', 'not_found', 'gone', 'unsupported'].includes(code)
}

export function markNow(world: World, tablet: Tablet, context: Context, { entity, key, changes, base }: Operation) {
  const kind = entity as Kind
  const row = world.rows(tablet, context.place.agent, kind).find((one) => one.key === key)
  return markOf(kind, row ?? { ...base, ...changes })
}

/** Edited here, deleted there. Only the first device makes it anew: two who both do make two, and know it. */
async function decideAboutGone(
  world: World,
  tablet: Tablet,
  context: Context,
  operation: Operation,
  mark: string,
): Promise<void> {
  const { replica, clock } = context.ports
  const isOrphan = Object.values(operation.references).some(
    ({ entity, key }) => !world.rows(tablet, context.place.agent, entity).some((row) => row.key === key),
  )
  if (tablet.number === 1 && !isOrphan && operation.entity !== 'listing_image') {
    if ((await restoreDeleted(replica, clock, operation.opId, tablet.nextOpId())) === 'done') {
      world.ledger.remake(mark)
      // What a plain server had made below it, and deleted with it before this device could look, is made with it again.
      const isBelow = ({ references }: Operation) => Object.values(references).some(({ key }) => key === operation.key)
      const below = context.place.store
        .operations()
        .filter((one) => isBelow(one) && one.kind === 'create' && one.attempts > 0)
      if (world.isPlain) for (const one of below) world.ledger.remake(markNow(world, tablet, context, one))
      return
    }
  }
  await discard(world, tablet, context, operation)
}

export async function discard(world: World, tablet: Tablet, context: Context, operation: Operation): Promise<void> {
  const { replica, clock } = context.ports
  const all = [operation, ...(await dependantsOf(replica, operation.opId))]
  const marks = all.map((one) => markNow(world, tablet, context, one))
  if ((await discardOperation(replica, clock, operation.opId)) !== 'done') return
  for (const [index, one] of all.entries()) {
    const mark = marks[index] ?? ''
    if (one.kind === 'delete') world.ledger.keep(mark)
    for (const field of Object.keys(one.changes)) giveUpField(world, one, field)
    const record = world.ledger.records.get(mark)
    if (one.kind === 'create' && record !== undefined) record.wasDiscarded = true
  }
}

/** What this operation would have brought to the field. */
function giveUpField(world: World, { changes, base }: Operation, field: string): void {
  const before = new Set(wordsIn(base[field]))
  for (const word of wordsIn(changes[field])) if (!before.has(word)) world.ledger.givenUp.add(word)
  world.ledger.givenUp.add(textOfValue(changes[field]))
}

function giveUpValue(world: World, field: string, now: Fields[string], { entity }: Operation): void {
  if (texts[entity as Kind] !== field) world.ledger.supersede(now)
}

function giveUpTheirs(world: World, { base }: Operation, theirs: Fields, field: string): void {
  const before = new Set(wordsIn(base[field]))
  for (const word of wordsIn(theirs[field])) if (!before.has(word)) world.ledger.givenUp.add(word)
  world.ledger.supersede(theirs[field])
}

/** A plain server may have it: the agent looks there. */
async function lookWhetherItExists(world: World, context: Context, operation: Operation, mark: string): Promise<void> {
  const { replica, clock } = context.ports
  const kind = operation.entity as Kind
  const there = world.records(context.place.agent, kind).find((record) => markOf(kind, record) === mark)
  if (there === undefined) await retryOperation(replica, operation.opId)
  else if ((await linkToExisting(replica, clock, operation.opId, Number(there['id']))) === 'done')
    world.ledger.linked.push(Number(there['id']))
}
