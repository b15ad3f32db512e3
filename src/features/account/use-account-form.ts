import { useRef, useState, type FormEvent } from 'react'
import type { FieldErrorEntry } from '#ui/error-summary.tsx'

/** Why the form was refused, and which fields to look at; the first of them takes the focus. */
export type AccountFormRefusal = { message: string; fields?: readonly string[] }

type Submit = (fields: (name: string) => string) => Promise<AccountFormRefusal | null>

/**
 * A form of a few texts that are never kept: passwords must not reach a draft. A second submit while one is running is
 * ignored.
 */
export function useAccountForm(submit: Submit) {
  const [refusal, setRefusal] = useState<AccountFormRefusal | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  // Read in the same tick as the press: two submits of one frame must not both see false.
  const running = useRef(false)

  async function run(form: HTMLFormElement): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setRefusal(null)
    try {
      const entries = new FormData(form)
      const refused = await submit((name) => {
        const entry = entries.get(name)
        return typeof entry === 'string' ? entry : ''
      })
      setRefusal(refused)
      if (refused === null) return
      setAttempt((count) => count + 1)
      const first = refused.fields?.[0]
      // After the summary, which takes the focus when it appears.
      if (first !== undefined) requestAnimationFrame(() => focusField(form, first))
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const errors: FieldErrorEntry[] = refusal === null ? [] : [{ message: refusal.message }]
  return {
    formProps: {
      noValidate: true as const,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void run(event.currentTarget)
      },
    },
    busy,
    errors,
    attempt,
  }
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
