import type { FieldErrors, FieldPath, UseFormReturn } from 'react-hook-form'
import type { FormValues } from './use-form-draft.ts'

export type Form<Values extends FormValues, Parsed> = UseFormReturn<Values, unknown, Parsed>

/** The name of every field in words, in reading order. */
export type Labels<Values extends FormValues> = Readonly<Record<keyof Values & string, string>>

/** Why a save was refused: a sentence for the whole form, messages for single fields, or both. */
export type FormRefusal = {
  message?: string | undefined
  /** A second sentence for the whole form, in a line of its own. */
  details?: string | undefined
  fieldErrors?: Readonly<Record<string, string>> | undefined
}

/** A line of the summary, where a field's says which it is; `name` is missing when it belongs to the whole form. */
export type FormProblem = { name?: string | undefined; message: string }

/** Between two messages of the whole form, which the form library keeps as one text. */
const lineBreak = '\n'

/** Each message beside its field; what belongs to none is said of the whole form. */
export function showRefusal<Values extends FormValues, Parsed>(
  form: Form<Values, Parsed>,
  labels: Labels<Values>,
  refused: FormRefusal,
): void {
  const fields = namesOf(labels).filter((name) => refused.fieldErrors?.[name] !== undefined)
  const strangers = Object.entries(refused.fieldErrors ?? {}).filter(([name]) => !(name in labels))
  // A message that stands beside its field is not said a second time for the whole form.
  const beside = new Set(fields.map((name) => refused.fieldErrors?.[name]))
  const said = [refused.message, refused.details, ...strangers.map(([, message]) => message)]
  const whole = said.filter((message) => message && !beside.has(message))
  for (const name of fields) {
    form.setError(name as FieldPath<Values>, { type: 'refused', message: refused.fieldErrors?.[name] ?? '' })
  }
  if (whole.length > 0) form.setError('form', { type: 'refused', message: whole.join(lineBreak) })
}

/** Those of the whole form, then those of fields in their order. */
export function problemsOf<Values extends FormValues>(
  labels: Labels<Values>,
  errors: FieldErrors<Values>,
): FormProblem[] {
  const problems: FormProblem[] = namesOf(labels).flatMap((name) => {
    const message = messageOf(errors[name])
    return message === undefined ? [] : [{ name, message: withItsField(labels[name], message) }]
  })
  const whole = messageOf(errors.form)
  if (whole !== undefined) problems.unshift(...whole.split(lineBreak).map((message) => ({ message })))
  return problems
}

export function namesOf<Values extends FormValues>(labels: Labels<Values>) {
  return Object.keys(labels) as (keyof Values & string)[]
}

export function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  return typeof error.message === 'string' && error.message !== '' ? error.message : undefined
}

/** 'Enter a time.' beside two times tells them apart; away from them it needs the name of its field. */
export function withItsField(label: string, message: string): string {
  return message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`
}
