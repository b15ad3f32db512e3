import { passwordsDiffer, passwordTooShort, firstMessage } from '#core/domain/account/account-messages.ts'
import { TextField, type FieldWords, PasswordField, focusField, type FieldErrorEntry } from '#ui/fields/field.tsx'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Credentials } from '#core/contract/account.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import styles from './account-form.module.css'

type NewPasswordFieldsProps = {
  labels: { password: string; confirmPassword: string }
  /** Returns the error to show at the field with this name. */
  mark: (name: string) => string | undefined
}

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

export function newPasswordErrors(problem: string): Record<string, string> | null {
  if (problem === passwordsDiffer) return { confirmPassword: 'Type the same password again.' }
  if (problem === passwordTooShort) return { password: 'Choose a longer one.' }
  return null
}

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

export type AccountFormRefusal = {
  message: string
  /** Errors by field, in reading order; the first field gets the focus. */
  fieldErrors?: Readonly<Record<string, string>>
  /** The field to focus if no field has an error. */
  startAt?: string
}

type Submit = (valueOf: (name: string) => string) => Promise<AccountFormRefusal | null>

/** Unlike other forms, an account form stores no draft. `submit` resolves to null if it succeeded. A submit while another is running is ignored. */
export function useAccountForm(submit: Submit) {
  const [refusal, setRefusal] = useState<AccountFormRefusal | null>(null)
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set())
  // Rises with each refusal, so that the error summary takes the focus each time.
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  // A ref, not state: of two submits in one frame, the second must see true.
  const running = useRef(false)
  const [toFocus, setToFocus] = useState<{ form: HTMLFormElement; field: string } | null>(null)
  // A form's effects run after those of its children, so this effect wins over the error summary, which also takes the focus.
  useEffect(() => {
    if (toFocus !== null) focusField(toFocus.form, toFocus.field)
  }, [toFocus])

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
      const first = Object.keys(refused.fieldErrors ?? {})[0] ?? refused.startAt
      setToFocus(first === undefined ? null : { form, field: first })
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
    mark: (name: string) => (corrected.has(name) ? undefined : refusal?.fieldErrors?.[name]),
    attempt,
  }
}

/** Maps the server's field names, in reading order, to the name of the form's field and the advice to show for a refused value. */
export type FormFields = Readonly<Record<string, { field: string; advice: string }>>

/** Returns the server's errors by the form's fields. If an error is already shown as the form's `message`, its field shows advice instead. */
export function refusedFieldErrors(body: unknown, message: string, fields: FormFields): Record<string, string> {
  const marks: Record<string, string> = {}
  for (const [name, { field, advice }] of Object.entries(fields)) {
    const error = firstMessage(body, [name])
    if (error !== null) marks[field] = error === message ? advice : error
  }
  return marks
}

/** Credentials for the login form. They are only in memory, because browsers write the history state to disk. */
let prefilled: Credentials | null = null

export function prefillLogin(credentials: Credentials): void {
  prefilled = credentials
}

export function passwordForLogin(username: string | undefined): string | undefined {
  return prefilled !== null && prefilled.username === username ? prefilled.password : undefined
}

export function clearPrefilledLogin(): void {
  prefilled = null
}

type AccountPageProps = { title: string; subtitle: string; children: ReactNode }

export function AccountPage({ title, subtitle, children }: AccountPageProps) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} subtitle={subtitle} />
      {children}
    </div>
  )
}
