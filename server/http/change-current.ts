import type { Transaction } from 'kysely'
import type * as v from 'valibot'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext, WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { notFound } from '#server/problem-responses.ts'
import { answered, type Versioned } from './outcome.ts'
import { parseFields } from './validation.ts'
import { writeCurrent } from './write-current.ts'

/** What a kind of record says of itself, so that one is changed the way all are. */
type Changeable<Current extends Versioned, Path extends number[], Schema extends v.GenericSchema> = {
  find: (trx: Transaction<Tables>, agentId: number, ...path: Path) => Promise<Current | undefined>
  /** Of the whole record: a change may only break a rule together with what stands there. */
  schema: Schema
  update: (trx: Transaction<Tables>, context: WriteContext, id: number, whole: v.InferOutput<Schema>) => Promise<void>
}

/** Changes the named fields; what the record then is must satisfy the rules as a whole. */
export function changeCurrent<Current extends Versioned, Path extends number[], Schema extends v.GenericSchema>(
  database: Database,
  request: WriteRequest,
  { find, schema, update }: Changeable<Current, Path, Schema>,
  path: Path,
  changes: object,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, find, path, async (trx, context, current) => {
    await update(trx, context, current.id, parseFields(schema, { ...current, ...changes }))
    const changed = await find(trx, context.agentId, ...path)
    return changed === undefined ? notFound() : answered(changed)
  })
}
