import { passwordsDiffer, passwordTooShort, firstMessage } from '#core/domain/account/account-messages.ts'
import { TextField, type FieldWords, PasswordField, focusField, type FieldErrorEntry } from '#ui/fields/field.tsx'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Credentials } from '#core/contract/account.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import styles from './account-form.module.css'

type NewPasswordFieldsProps = {
  labels: { password: string; confirmPassword: string }
  /** What stands beside the field. */
  mark: (name: string) => string | undefined
}

/** A password that is being chosen, typed twice: the fields `password` and `confirmPassword`. */
export function NewPasswordFields({ labels, mark }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={labels.password}
        name="password"
        error={mark('password')}
        autoComplete="new-password"
        hint="At least 8 characters."
        required
      />
      <PasswordField
        label={labels.confirmPassword}
        name="confirmPassword"
        error={mark('confirmPassword')}
        autoComplete="new-password"
        required
      />
    </>
  )
}

/** What stands beside these fields for a problem of theirs that the form found itself; null for any other problem. */
export function marksOfNewPassword(problem: string): Record<string, string> | null {
  if (problem === passwordsDiffer) return { confirmPassword: 'Type the same password again.' }
  if (problem === passwordTooShort) return { password: 'Choose a longer one.' }
  return null
}

/** An agent's name, typed as it is: no phone begins it with a capital or corrects it. */
export function UsernameField({ defaultValue, ...words }: FieldWords & { defaultValue?: string | undefined }) {
  return (
    <TextField
      {...words}
      name="username"
      defaultValue={defaultValue}
      enterKeyHint="go"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}

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

/** In memory alone: the browser writes what stands in its history to the disk, and a password must not be there. */
let registered: Credentials | null = null

/** Hands a new agent's credentials to the login form, where pressing Login is then enough. */
export function keepForLogin(credentials: Credentials): void {
  registered = credentials
}

export function passwordForLogin(username: string | undefined): string | undefined {
  return registered !== null && registered.username === username ? registered.password : undefined
}

export function forgetForLogin(): void {
  registered = null
}

type AccountPageProps = { title: string; subtitle: string; children: ReactNode }

/** The narrow page that sign-in and registration share. */
export function AccountPage({ title, subtitle, children }: AccountPageProps) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} subtitle={subtitle} />
      {children}
    </div>
  )
}
