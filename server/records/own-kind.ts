import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { GenericSchema } from 'valibot'
import { entityNames, kinds, type EntityName, type OwnEntity } from '#core/kinds/all-kinds.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
import {
  described,
  jsonCount,
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

/** What the server adds to each record of an agent, beside the fields of its contract. */
export type Owned = Versioned & { client_key: string | null; created_at: string; updated_at: string }

/** A list takes a page, and may take filters. */
type PageQuery = { page: number; page_size: number }

/**
 * A kind of record that agents own, as `own-records.ts` reads and writes it. `Sent` is its wire record, `New` what one is
 * made of, `Filter` the query of its list.
 */
export type OwnKind<Sent extends Owned = Owned, New extends object = object, Filter extends PageQuery = PageQuery> = {
  table: OwnTable
  /** Below `/api`; a record is at its id behind it. */
  path: string
  /** Where its records belong to a listing, whose id is `:id` in the path: the condition that they are of this one. */
  ofListing?(listing: number): RawBuilder<boolean>
  /** The name of its own id in addresses, where `:id` is the listing's. */
  idName?: string
  words: KindWords
  /** See `KindOfRecord`. */
  goesWith: KindOfRecord['goesWith']
  extensions: KindOfRecord['extensions']
  /** The wire record of a row of the table, as JSON text; see `recordJson`. */
  record: JsonText
  /** Carries the type of the wire record, nothing else. */
  sent?: Sent
  /**
   * The columns, where they are not the fields of the schema; `path` are the ids in the address. An undefined one stays as
   * it is.
   */
  columnsOf?(whole: New, path: readonly number[]): Record<string, unknown>
  /** Columns with the id of another record of the agent; one that is not there is not kept. */
  mayName?: Readonly<Record<string, OwnTable>>
  /** The record without which there is none of this kind; an insertion looks for it in the same statement. */
  needs?: {
    table: 'listings' | 'properties' | 'clients'
    idOf(whole: New, path: readonly number[]): number
    /** The condition that a row, called `needed`, is one that this agent may name. */
    isFor(agentId: number): RawBuilder<boolean>
    missing: () => Outcome
  }
  list: {
    query: GenericSchema<unknown, Filter>
    /** Conditions beside the owner and the listing. */
    where?(query: Filter): RawBuilder<boolean>[]
    orderBy(query: Filter): RawBuilder<unknown>
    /** True where its records show what other agents change, so that a page cannot be kept. */
    showsOthers?: boolean
  }
  /** What goes with a record when it is deleted, by the names of `X-Deleted-Children`: queries of the versions. */
  children?: Readonly<Record<string, (id: number) => RawBuilder<{ version: number }>>>
}

/** A kind that is added and changed as JSON, by routes that need no more than this (`own-record-routes.ts`). */
export type PlainKind<
  Sent extends Owned = Owned,
  New extends object = object,
  Filter extends PageQuery = PageQuery,
> = OwnKind<Sent, New, Filter> & {
  /** Of the whole record: a change may only break a rule together with the fields that stay. */
  schema: GenericSchema<unknown, New>
  changes: GenericSchema<unknown, object>
  /** A kiosk's session may add one; of one that is there already it gets only what it has sent. */
  answerToVisitors?(record: Sent, sent: New): Sent
  /** A rule that needs the database: the answer instead of the insertion, or undefined to go on. */
  beforeAdding?(
    trx: Transaction<Tables>,
    context: WriteContext,
    whole: New,
    path: readonly number[],
  ): Promise<Outcome | undefined>
  /** The same for a change of `current` to `whole`. */
  beforeChanging?(
    trx: Transaction<Tables>,
    context: WriteContext,
    whole: New,
    current: Sent,
  ): Promise<Outcome | undefined>
}

/** For the API description. */
type KindWords = {
  tag: string
  /** With its article: 'an appointment'. */
  one: string
  many: string
  /** Summary of the list, including its order. */
  list: string
  /** Completes 'Create an open house': ' for a listing'. */
  to?: string
  /** What a 200 instead of a 201 means, where creating may return an existing record. */
  found?: string
}

/** For `needs`: the row must be the agent's own. */
export function isOwnRow(agentId: number): RawBuilder<boolean> {
  return sql<boolean>`needed.agent_id = ${agentId}`
}

/** Checks a declaration and infers its types; table and path are those of the kind. */
export function ownKind<Sent extends Owned>() {
  return <New extends object, Filter extends PageQuery>(
    entity: OwnEntity,
    kind: Omit<OwnKind<Sent, New, Filter>, keyof Place>,
  ): OwnKind<Sent, New, Filter> => ({ ...kind, ...placeOf(entity) })
}

export function plainKind<Sent extends Owned>() {
  return <New extends object, Filter extends PageQuery>(
    entity: OwnEntity,
    kind: Omit<PlainKind<Sent, New, Filter>, keyof Place>,
  ): PlainKind<Sent, New, Filter> => ({ ...kind, ...placeOf(entity) })
}

type Place = Pick<OwnKind, 'table' | 'path' | 'goesWith' | 'extensions'>

function placeOf(entity: OwnEntity): Place {
  const { table, collection, goesWith, extensions } = kinds[entity]
  return { table: table as OwnTable, path: `/${collection.replace('{parent}', ':id')}`, goesWith, extensions }
}

/** A field of a record: how its column, or another expression, is written as JSON. */
type Field = ((column: string) => JsonText) | JsonText

/**
 * The wire record of a row of this table: these fields, each from the column of its name unless it says another
 * expression, between the id and what all records have.
 */
export function recordJson(table: OwnTable, fields: Readonly<Record<string, Field>>): JsonText {
  const own = Object.entries(fields).map(([name, field]) => [
    name,
    typeof field === 'function' ? field(`${table}.${name}`) : field,
  ])
  const record = jsonObject({
    id: jsonCount(`${table}.id`),
    ...(Object.fromEntries(own) as Record<string, JsonText>),
    version: jsonCount(`${table}.version`),
    client_key: jsonString(`${table}.client_key`),
    created_at: jsonInstant(`${table}.created_at`),
    updated_at: jsonInstant(`${table}.updated_at`),
  })
  const title = titleOf(table)
  return described(record, { title, ...withFieldDescriptions(schemaOfJson(record), title) })
}

/** The name of the kind, for the API description. */
function titleOf(table: OwnTable): EntityName {
  return entityNames.find((entity) => kinds[entity].table === table)!
}
