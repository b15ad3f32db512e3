import { sql, type RawBuilder } from 'kysely'

/** SQL that builds a value as JSON text, so that lists pass through the server without being parsed. */
export type JsonText = RawBuilder<string>

/** The JSON schema of the value that each expression builds, so that the API description matches the answers. */
const schemas = new WeakMap<JsonText, object>()

export function schemaOfJson(text: JsonText): object {
  return schemas.get(text) ?? {}
}

export function withJsonSchema(text: JsonText, schema: object): JsonText {
  schemas.set(text, schema)
  return text
}

/** Returns a builder for columns whose text is JSON already, such as numbers and `json`; null becomes JSON's null. */
export function jsonAs(schema: object): (column: string) => JsonText {
  return (column) => withJsonSchema(sql<string>`coalesce(${sql.ref(column)}::text, 'null')`, schema)
}

export const jsonNumber = jsonAs({ type: ['number', 'null'] })
export const jsonIntegerOrNull = jsonAs({ type: ['integer', 'null'] })

/** For boolean columns that are never null. */
export function jsonFlag(column: string): JsonText {
  return withJsonSchema(sql<string>`${sql.ref(column)}::text`, { type: 'boolean' })
}

/** For integer columns that are never null. */
export function jsonInteger(column: string): JsonText {
  return withJsonSchema(sql<string>`${sql.ref(column)}::text`, { type: 'integer' })
}

export function jsonString(column: string): JsonText {
  return jsonOfText(sql`${sql.ref(column)}`)
}

export function jsonStrings(names: readonly string[]): Record<string, typeof jsonString> {
  return Object.fromEntries(names.map((name) => [name, jsonString]))
}

/** For an SQL expression whose value is text; `jsonString` is the same for a column. */
export function jsonOfText(text: RawBuilder<unknown>): JsonText {
  return withJsonSchema(sql<string>`coalesce(to_json(${text})::text, 'null')`, { type: ['string', 'null'] })
}

/** For columns that store cents; the JSON contains dollars. */
export function jsonDollars(column: string): JsonText {
  return withJsonSchema(sql<string>`coalesce((${sql.ref(column)}::float8 / 100)::text, 'null')`, {
    type: ['number', 'null'],
  })
}

/** For timestamp columns; the JSON has the format of JavaScript's `toISOString`. */
export function jsonInstant(column: string): JsonText {
  return withJsonSchema(
    sql<string>`coalesce(to_char(${sql.ref(column)} at time zone 'utc', ${sql.lit(isoFormat)}), 'null')`,
    { type: ['string', 'null'], format: 'date-time' },
  )
}

const isoFormat = String.raw`\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\"`

/** `list` is SQL that joins the JSON texts of all records with commas. */
export function jsonList(record: JsonText, list: RawBuilder<unknown>): JsonText {
  return withJsonSchema(sql<string>`concat('[', ${list}, ']')`, { type: 'array', items: schemaOfJson(record) })
}

export function jsonObject(fields: Readonly<Record<string, JsonText>>): JsonText {
  const parts = Object.entries(fields).flatMap(([name, value], index) => [
    sql.lit(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    value,
  ])
  const properties = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, schemaOfJson(value)]))
  const schema = { type: 'object', properties, required: Object.keys(fields) }
  return withJsonSchema(sql<string>`concat(${sql.join(parts)}, '}')`, schema)
}
