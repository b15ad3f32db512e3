import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

/** What may be sent, not what it is parsed to; transformations have no place in JSON Schema and are left out. */
export function schemaOfInput(schema: unknown): Record<string, unknown> {
  return inJsonSchema(schema, 'input')
}

/** What something is once it was parsed: so it is kept, and answered. */
export function schemaOfOutput(schema: GenericSchema): Record<string, unknown> {
  return inJsonSchema(schema, 'output')
}

function inJsonSchema(schema: unknown, typeMode: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema as GenericSchema, { typeMode, errorMode: 'ignore' })
  return rest
}
