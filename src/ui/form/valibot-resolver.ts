import type { FieldErrors, FieldError, Resolver } from 'react-hook-form'
import * as v from 'valibot'
import type { FormValues } from './form-draft.ts'

/**
 * Lets a schema of the contract judge the form: the first message of each field stands beside it, messages that belong
 * to no field stand in the summary as `form` (the form library forgets `root` before it looks at the errors).
 */
export function valibotResolver<Values extends FormValues, Parsed>(
  schema: v.GenericSchema<unknown, Parsed>,
): Resolver<Values, unknown, Parsed> {
  return (values) => {
    const parsed = v.safeParse(schema, values)
    if (parsed.success) return { values: parsed.output, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of parsed.issues) {
      const key = issue.path?.[0]?.key
      errors[typeof key === 'string' ? key : 'form'] ??= { type: issue.type, message: issue.message }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
