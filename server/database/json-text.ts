import { sql, type RawBuilder } from 'kysely'

/**
 * A value of a wire record as JSON text, made by the database. A list whose records are made so passes through the server
 * as it is: nothing is parsed, mapped and written again. Each of these is for a column, such as `listing.status`.
 */
export type JsonText = RawBuilder<string>

/** What comes of it, as JSON Schema, where it is known: so the API description cannot differ from the answers. */
const schemas = new WeakMap<JsonText, object>()

export function schemaOfJson(text: JsonText): object {
  return schemas.get(text) ?? {}
}

/** The same expression; what comes of it is as this JSON schema says. */
export function described(text: JsonText, schema: object): JsonText {
  schemas.set(text, schema)
  return text
}

/** A column with JSON; null stays null. */
export function jsonAs(schema: object): (column: string) => JsonText {
  return (column) => described(sql<string>`coalesce(${sql.ref(column)}::text, 'null')`, schema)
}

/** What may be null. */
export const jsonNumber = jsonAs({ type: ['number', 'null'] })
export const jsonId = jsonAs({ type: ['integer', 'null'] })

export function jsonFlag(column: string): JsonText {
  return described(sql<string>`${sql.ref(column)}::text`, { type: 'boolean' })
}

/** An id or a count, which is never null. */
export function jsonCount(column: string): JsonText {
  return described(sql<string>`${sql.ref(column)}::text`, { type: 'integer' })
}

export function jsonString(column: string): JsonText {
  return jsonOfText(sql`${sql.ref(column)}`)
}

/** Texts, each in the column of its name. */
export function jsonStrings(names: readonly string[]): Record<string, typeof jsonString> {
  return Object.fromEntries(names.map((name) => [name, jsonString]))
}

/** Any expression of type text. */
export function jsonOfText(text: RawBuilder<unknown>): JsonText {
  return described(sql<string>`coalesce(to_json(${text})::text, 'null')`, { type: ['string', 'null'] })
}

/** Cents as dollars. */
export function jsonDollars(column: string): JsonText {
  return described(sql<string>`coalesce((${sql.ref(column)}::float8 / 100)::text, 'null')`, {
    type: ['number', 'null'],
  })
}

/** As JavaScript's `toISOString` writes it. */
export function jsonInstant(column: string): JsonText {
  return described(
    sql<string>`coalesce(to_char(${sql.ref(column)} at time zone 'utc', ${sql.lit(isoFormat)}), 'null')`,
    { type: ['string', 'null'], format: 'date-time' },
  )
}

const isoFormat = String.raw`\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\"`

/** A list of these, from an expression that has them with commas between. */
export function jsonList(record: JsonText, list: RawBuilder<unknown>): JsonText {
  return described(sql<string>`concat('[', ${list}, ']')`, { type: 'array', items: schemaOfJson(record) })
}

/** An object with these fields in this order. */
export function jsonObject(fields: Readonly<Record<string, JsonText>>): JsonText {
  const parts = Object.entries(fields).flatMap(([name, value], index) => [
    sql.lit(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    value,
  ])
  const properties = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, schemaOfJson(value)]))
  const schema = { type: 'object', properties, required: Object.keys(fields) }
  return described(sql<string>`concat(${sql.join(parts)}, '}')`, schema)
}
