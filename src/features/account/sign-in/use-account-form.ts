import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { FieldErrorEntry } from '#ui/fields/error-summary.tsx'
import { focusField } from '#ui/fields/field.tsx'
import { firstMessage } from '#core/domain/account/account-messages.ts'

/** Why the form was refused. */
export type AccountFormRefusal = {
  /** For the whole form. */
  message: string
  /** What stands beside single fields, in reading order; the first of them takes the focus. */
  marks?: Readonly<Record<string, string>>
  /** The field to begin with when none is marked. */
  startAt?: string
}

type Submit = (fields: (name: string) => string) => Promise<AccountFormRefusal | null>

/**
 * A form of a few texts that are never kept: passwords must not reach a draft. A second submit while one is running is
 * ignored.
 */
export function useAccountForm(submit: Submit) {
  const [refusal, setRefusal] = useState<AccountFormRefusal | null>(null)
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set())
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  // Read in the same tick as the press: two submits of one frame must not both see false.
  const running = useRef(false)
  const [start, setStart] = useState<{ form: HTMLFormElement; field: string } | null>(null)
  // After the summary, which takes the focus when it appears: a form's effects come after those of its parts.
  useEffect(() => {
    if (start !== null) focusField(start.form, start.field)
  }, [start])

  async function run(form: HTMLFormElement): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setRefusal(null)
    setCorrected(new Set())
    try {
      const entries = new FormData(form)
      const refused = await submit((name) => {
        const entry = entries.get(name)
        return typeof entry === 'string' ? entry : ''
      })
      setRefusal(refused)
      if (refused === null) return
      setAttempt((count) => count + 1)
      const first = Object.keys(refused.marks ?? {})[0] ?? refused.startAt
      setStart(first === undefined ? null : { form, field: first })
    } catch (error) {
      console.error(error)
      setRefusal({ message: 'Something went wrong. Please try again.' })
      setAttempt((count) => count + 1)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const errors: FieldErrorEntry[] = refusal === null ? [] : [{ message: refusal.message }]
  return {
    formProps: {
      noValidate: true as const,
      // What is being typed now is not what was refused.
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        if (target instanceof HTMLInputElement) setCorrected((before) => new Set(before).add(target.name))
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void run(event.currentTarget)
      },
    },
    busy,
    errors,
    /** What stands beside the field. */
    mark: (name: string) => (corrected.has(name) ? undefined : refusal?.marks?.[name]),
    attempt,
  }
}

/** By the server's names, in reading order: the form's own, and what to do about a field that was refused. */
export type FormFields = Readonly<Record<string, { field: string; advice: string }>>

/** What stands beside the fields that the server refused. What the whole form says already is not said twice. */
export function marksOfRefused(body: unknown, message: string, fields: FormFields): Record<string, string> {
  const marks: Record<string, string> = {}
  for (const [name, { field, advice }] of Object.entries(fields)) {
    const said = firstMessage(body, [name])
    if (said !== null) marks[field] = said === message ? advice : said
  }
  return marks
}
