import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

/** JSON schema of accepted input, before parsing. JSON Schema cannot express transformations, so they are left out. */
export function schemaOfInput(schema: unknown): Record<string, unknown> {
  return inJsonSchema(schema, 'input')
}

/** JSON schema of parsed values, as they are stored and returned. */
export function schemaOfOutput(schema: GenericSchema): Record<string, unknown> {
  return inJsonSchema(schema, 'output')
}

function inJsonSchema(schema: unknown, typeMode: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema as GenericSchema, { typeMode, errorMode: 'ignore' })
  return rest
}
