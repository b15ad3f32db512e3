import type { Fields } from '#core/contract/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import {
  dependantsOf,
  discardOperation,
  linkToExisting,
  resolveConflict,
  restoreDeleted,
  retryOperation,
} from '#core/sync/resolving/outbox-actions.ts'
import { texts } from './contents.ts'
import { type Kind, markOf, textOfValue, wordsIn } from './ledger.ts'
import { marksBelow, onPage, type Page } from './work.ts'
import type { World } from './world.ts'

export type Wish = 'mine' | 'theirs' | 'both' | 'discard' | 'retry'

/** Decides about an operation in the Outbox; the ledger records what was given up. */
export async function decide(world: World, page: Page, operation: Operation, wish: Wish): Promise<void> {
  const { state, conflict, refusal } = operation
  if (state === 'conflict' && conflict !== null) {
    if (wish === 'discard') return discard(world, page, operation)
    if (conflict.theirs === null) return decideAboutGone(world, page, operation)
    return decideBetween(world, page, operation, conflict.theirs, wish === 'retry' ? 'mine' : wish)
  }
  if (state !== 'attention') return
  if (wish === 'discard') return discard(world, page, operation)
  if (refusal?.code === 'may_exist') return lookWhetherItExists(world, page, operation)
  if (isPointless(refusal?.code ?? null)) return discard(world, page, operation)
  const mark = markNow(world, page, operation)
  const isDone = await mayBeDone(page, () => retryOperation(page.context.ports.replica, operation.opId))
  if (!isDone || refusal?.code !== 'server_restored') return
  if (operation.kind === 'create') world.ledger.remake(mark)
  // The Outbox shows the current value and the one that would replace it.
  for (const [field, now] of Object.entries(operation.base))
    if (field in operation.changes && texts[operation.entity as Kind] !== field) world.ledger.supersede(now)
}

/** Whether it was done, as far as the agent knows: a page that ends early leaves it open. */
async function mayBeDone({ context }: Page, work: () => Promise<string>): Promise<boolean> {
  const outcome = await onPage(context, work)
  return outcome === 'done' || outcome === 'interrupted'
}

function isPointless(code: string | null): boolean {
  return code !== null && ['parent_gone', 'not_found', 'gone', 'unsupported'].includes(code)
}

async function decideBetween(
  world: World,
  page: Page,
  operation: Operation,
  theirs: Fields,
  choice: 'mine' | 'theirs' | 'both',
): Promise<void> {
  const { context, tablet } = page
  const { opId, key, kind, conflict } = operation
  const entity = operation.entity as Kind
  const mark = markNow(world, page, operation)
  const fields = conflict?.fields ?? []
  const said = Object.fromEntries((kind === 'delete' ? ['all'] : fields).map((field) => [field, choice]))
  const below = kind === 'delete' ? marksBelow(world, tablet, context.place.agent, { kind: entity, key }) : []
  const { replica, clock } = context.ports
  if (!(await mayBeDone(page, () => resolveConflict(replica, clock, opId, said)))) return
  if (kind === 'delete') {
    if (choice === 'theirs') world.ledger.keep(mark)
    else world.ledger.letGo(below)
    return
  }
  for (const field of fields) {
    const isText = texts[entity] === field
    if (choice === 'theirs') giveUpField(world, operation, field)
    else if (!isText || choice === 'mine') giveUpTheirs(world, operation, theirs, field)
  }
}

function markNow(world: World, { tablet, context }: Page, { entity, key, changes, base }: Operation): string {
  const kind = entity as Kind
  const row = world.rows(tablet, context.place.agent, kind).find((one) => one.key === key)
  return markOf(kind, row ?? { ...base, ...changes })
}

/** An edit of a deleted record. Only the first device recreates it: if both did, there would rightly be two. */
async function decideAboutGone(world: World, page: Page, operation: Operation): Promise<void> {
  const { tablet, context } = page
  const { replica, clock } = context.ports
  const mark = markNow(world, page, operation)
  const isOrphan = Object.values(operation.references).some(
    ({ entity, key }) => !world.rows(tablet, context.place.agent, entity).some((row) => row.key === key),
  )
  if (tablet.number === 1 && !isOrphan && operation.entity !== 'listing_image') {
    const newOpId = tablet.nextOpId()
    if (await mayBeDone(page, () => restoreDeleted(replica, clock, operation.opId, newOpId))) {
      world.ledger.remake(mark)
      // Children that a plain server created and deleted with it, before this device could search, are recreated with it.
      const isBelow = ({ references }: Operation) => Object.values(references).some(({ key }) => key === operation.key)
      const below = context.place.store
        .operations()
        .filter((one) => isBelow(one) && one.kind === 'create' && one.attempts > 0)
      if (world.isPlain) for (const one of below) world.ledger.remake(markNow(world, page, one))
      return
    }
  }
  await discard(world, page, operation)
}

export async function discard(world: World, page: Page, operation: Operation): Promise<void> {
  const { replica, clock } = page.context.ports
  const dependants = await onPage(page.context, () => dependantsOf(replica, operation.opId))
  if (typeof dependants === 'string') return
  const all = [operation, ...dependants]
  const marks = all.map((one) => markNow(world, page, one))
  if (!(await mayBeDone(page, () => discardOperation(replica, clock, operation.opId)))) return
  for (const [index, one] of all.entries()) {
    const mark = marks[index] ?? ''
    if (one.kind === 'delete') world.ledger.keep(mark)
    for (const field of Object.keys(one.changes)) giveUpField(world, one, field)
    const record = world.ledger.records.get(mark)
    if (one.kind === 'create' && record !== undefined) record.wasDiscarded = true
  }
}

/** Gives up what this operation would have written to the field. */
function giveUpField(world: World, { changes, base }: Operation, field: string): void {
  giveUpNewWords(world, base[field], changes[field])
  world.ledger.givenUp.add(textOfValue(changes[field]))
}

function giveUpTheirs(world: World, { base }: Operation, theirs: Fields, field: string): void {
  giveUpNewWords(world, base[field], theirs[field])
  world.ledger.supersede(theirs[field])
}

function giveUpNewWords(world: World, before: unknown, now: unknown): void {
  const known = new Set(wordsIn(before))
  for (const word of wordsIn(now)) if (!known.has(word)) world.ledger.givenUp.add(word)
}

/** A plain server may have the record: the agent looks there. */
async function lookWhetherItExists(world: World, page: Page, operation: Operation): Promise<void> {
  const { place, ports } = page.context
  const kind = operation.entity as Kind
  const mark = markNow(world, page, operation)
  const there = world.records(place.agent, kind).find((record) => markOf(kind, record) === mark)
  const link = () =>
    there === undefined
      ? retryOperation(ports.replica, operation.opId)
      : linkToExisting(ports.replica, ports.clock, operation.opId, Number(there['id']))
  if ((await mayBeDone(page, link)) && there !== undefined) world.ledger.linked.push(Number(there['id']))
}
