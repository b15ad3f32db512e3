type Schemas = Record<string, unknown>
type Document = { paths?: object; components?: { schemas?: Schemas } }

/** Moves each schema with a title to `components` and replaces its uses by references. */
export function withSharedSchemas<Described extends Document>(document: Described): Described {
  const schemas: Schemas = {}
  const paths = withReferences(document.paths, schemas)
  return { ...document, paths, components: { ...document.components, schemas } }
}

function withReferences(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((member) => withReferences(member, schemas))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withReferences(member, schemas)]),
  )
  // A field may be named `title`; then the value is a schema, not a string.
  if (typeof inner['title'] !== 'string') return inner
  schemas[inner['title']] = inner
  return { $ref: `${schemasPath}${inner['title']}` }
}

const schemasPath = '#/components/schemas/'

export function schemaAt<Schema extends object>(schema: Schema, { components }: Document): Schema {
  const { $ref } = schema as { $ref?: string }
  return $ref === undefined ? schema : (components?.schemas?.[$ref.slice(schemasPath.length)] as Schema)
}
