import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { GenericSchema } from 'valibot'
import { entityNames, kinds, type EntityName, type OwnEntity } from '#core/kinds/all-kinds.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
import {
  withJsonSchema,
  jsonInteger,
  jsonInstant,
  jsonObject,
  jsonString,
  schemaOfJson,
  type JsonText,
} from '#server/database/json-text.ts'
import type { OwnTable, Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import type { Outcome, Versioned } from '#server/http/outcome.ts'
import { withFieldDescriptions } from './described-fields.ts'

export type OwnRecord = Versioned & { client_key: string | null; created_at: string; updated_at: string }

type PageQuery = { page: number; page_size: number }

/** A kind whose records belong to one agent. `Sent` is the wire record, `New` the input of a create, `Filter` the list query. */
export type OwnKind<
  Sent extends OwnRecord = OwnRecord,
  New extends object = object,
  Filter extends PageQuery = PageQuery,
> = {
  table: OwnTable
  /** Relative to `/api`. A record is at `path` followed by its id. */
  path: string
  /** For kinds nested under a listing (`:id` in the path): the condition that a record belongs to it. */
  ofListing?(listing: number): RawBuilder<boolean>
  /** Name of the record's own id in the path, if `:id` is the listing's. */
  idName?: string
  words: KindWords
  /** For a field, the field on which it depends: when that one changes, the dependent one is cleared. */
  dependsOn: KindOfRecord['dependsOn']
  /** Fields that the specification does not have; a PUT may omit them. */
  extensions: KindOfRecord['extensions']
  /** The wire record as JSON text, built by the database; see `recordJson`. */
  record: JsonText
  /** Never set; carries the type `Sent`. */
  sent?: Sent
  /** The columns, if they are not the schema's fields. `path`: ids of the URL. Undefined columns are not changed. */
  columnsOf?(whole: New, path: readonly number[]): Record<string, unknown>
  /** Columns with ids of the agent's other records. An id that does not exist is stored as null. */
  nullIfMissing?: Readonly<Record<string, OwnTable>>
  /** Another record that must exist before this one is created; checked in the statement that inserts. */
  requiredRecord?: {
    table: 'listings' | 'properties' | 'clients'
    idOf(whole: New, path: readonly number[]): number
    /** SQL condition: this agent may refer to the row `needed`. */
    mayReferTo(agentId: number): RawBuilder<boolean>
    refusalIfMissing: () => Outcome
  }
  list: {
    query: GenericSchema<unknown, Filter>
    where?(query: Filter): RawBuilder<boolean>[]
    orderBy(query: Filter): RawBuilder<unknown>
    /** True if the records show data that other agents change, so that pages cannot be cached. */
    showsOtherAgentsData?: boolean
  }
  /** Records that are deleted with a record of this kind: for each name in the `X-Deleted-Children` header, a query of their versions. */
  deletedWithRecord?: Readonly<Record<string, (id: number) => RawBuilder<{ version: number }>>>
}

/** A kind with standard routes (`own-record-routes.ts`). */
export type StandardKind<
  Sent extends OwnRecord = OwnRecord,
  New extends object = object,
  Filter extends PageQuery = PageQuery,
> = OwnKind<Sent, New, Filter> & {
  /** Validates whole records: a change may break a rule only in combination with unchanged fields. */
  schema: GenericSchema<unknown, New>
  /** Absent if records of the kind never change; then there are no PATCH and PUT. */
  changes?: GenericSchema<unknown, object>
  /** If present, kiosk sessions may create records. If the record already exists, limits the answer to what the visitor sent. */
  answerToVisitors?(record: Sent, sent: New): Sent
  /** A rule that needs the database. Returns an answer instead of the insertion, or undefined to continue. */
  beforeAdding?(
    trx: Transaction<Tables>,
    context: WriteContext,
    whole: New,
    path: readonly number[],
  ): Promise<Outcome | undefined>
  /** Like `beforeAdding`, for a change: `current` is the record before it, `whole` the record after it. */
  beforeChanging?(
    trx: Transaction<Tables>,
    context: WriteContext,
    whole: New,
    current: Sent,
  ): Promise<Outcome | undefined>
}

/** Texts for the API description. */
type KindWords = {
  tag: string
  /** With its article: 'an appointment'. */
  one: string
  many: string
  /** Summary of the route that lists the records. */
  list: string
  /** The end of the sentence "Create a photo for a listing": ' for a listing'. */
  createSuffix?: string
  /** Description of a 200 instead of a 201, if creating may return an existing record. */
  existingAnswer?: string
}

/** SQL condition for `requiredRecord`: the required row belongs to the agent. */
export function isOwnRow(agentId: number): RawBuilder<boolean> {
  return sql<boolean>`needed.agent_id = ${agentId}`
}

/** Completes a kind with what `core/kinds` declares about it. Curried, because `Sent` is given and the other types are inferred. */
export function ownKind<Sent extends OwnRecord>() {
  return <New extends object, Filter extends PageQuery>(
    entity: OwnEntity,
    kind: Omit<OwnKind<Sent, New, Filter>, keyof Declared>,
  ): OwnKind<Sent, New, Filter> => ({ ...kind, ...declarationOf(entity) })
}

export function standardKind<Sent extends OwnRecord>() {
  return <New extends object, Filter extends PageQuery>(
    entity: OwnEntity,
    kind: Omit<StandardKind<Sent, New, Filter>, keyof Declared>,
  ): StandardKind<Sent, New, Filter> => ({ ...kind, ...declarationOf(entity) })
}

type Declared = Pick<OwnKind, 'table' | 'path' | 'dependsOn' | 'extensions'>

function declarationOf(entity: OwnEntity): Declared {
  const { table, collection, dependsOn, extensions } = kinds[entity]
  return { table: table as OwnTable, path: `/${collection.replace('{parent}', ':id')}`, dependsOn, extensions }
}

/** A field: how its column is written as JSON, or an expression instead of the column. */
type Field = ((column: string) => JsonText) | JsonText

/** Returns the wire record as JSON text: the fields, with the id, version, client key and times that all kinds have. */
export function recordJson(table: OwnTable, fields: Readonly<Record<string, Field>>): JsonText {
  const own = Object.entries(fields).map(([name, field]) => [
    name,
    typeof field === 'function' ? field(`${table}.${name}`) : field,
  ])
  const record = jsonObject({
    id: jsonInteger(`${table}.id`),
    ...(Object.fromEntries(own) as Record<string, JsonText>),
    version: jsonInteger(`${table}.version`),
    client_key: jsonString(`${table}.client_key`),
    created_at: jsonInstant(`${table}.created_at`),
    updated_at: jsonInstant(`${table}.updated_at`),
  })
  const title = titleOf(table)
  return withJsonSchema(record, { title, ...withFieldDescriptions(schemaOfJson(record), title) })
}

function titleOf(table: OwnTable): EntityName {
  return entityNames.find((entity) => kinds[entity].table === table)!
}
