type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
}

/** Where a JSON value differs from a schema, of what the server's API description uses of JSON Schema. */
export function differences(value: unknown, schema: Schema, at = ''): string[] {
  const { type, properties = {}, required = [], additionalProperties = true, items = {} } = schema
  const types = type === undefined ? null : [type].flat()
  if (types !== null && !types.some((name) => isOf(name, value)))
    return [`${at}: ${JSON.stringify(value)} is no ${types.join(' or ')}`]
  if (Array.isArray(value)) return value.flatMap((one, index) => differences(one, items, `${at}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`)
  const others = Object.entries(value).flatMap(([name, one]) => {
    const known = properties[name] ?? additionalProperties
    if (typeof known === 'boolean') return known ? [] : [`${at}.${name} is not described`]
    return differences(one, known, `${at}.${name}`)
  })
  return [...missing, ...others]
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
