import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { emailAddress } from '#core/contract/fields.ts'
import {
  missingFieldErrors,
  registrationProblem,
  registrationSucceeded,
  firstMessage,
  registrationFailureMessage,
} from '#core/domain/account/account-messages.ts'
import { clearAuthError } from '#state/session.ts'
import { Button } from '#ui/basics/button.tsx'
import { TextField, ErrorSummary } from '#ui/fields/field.tsx'
import styles from './account-form.module.css'
import {
  newPasswordErrors,
  NewPasswordFields,
  UsernameField,
  useAccountForm,
  type AccountFormRefusal,
  refusedFieldErrors,
  type FormFields,
  prefillLogin,
} from './account-form.tsx'
import type { RegistrationPolicy } from '#core/contract/account.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { register, readRegistrationPolicy } from '#api/account-calls.ts'

const labels = {
  username: 'Username',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm Password',
} as const

export function RegisterForm() {
  const navigate = useNavigate()
  const policy = useRegistrationPolicy()
  const invite = useLocation({ select: inviteIn })
  useEffect(clearAuthError, [])
  const { formProps, busy, errors, mark, attempt } = useAccountForm(async (field) => {
    const fields = {
      username: field('username').trim(),
      email: field('email').trim(),
      password: field('password'),
      confirmPassword: field('confirmPassword'),
    }
    const problem = registrationProblem(fields) ?? emailProblem(fields)
    if (problem !== null) return { message: problem, fieldErrors: marksOf(problem, fields) }
    const refusal = await registerAccount({ ...fields, invite })
    if (refusal !== null) return refusal
    prefillLogin({ username: fields.username, password: fields.password })
    await navigate({ to: '/login', state: { notice: registrationSucceeded, username: fields.username } })
    return null
  })

  const login = (
    <p>
      Already registered? <Link to="/login">Login</Link>
    </p>
  )
  const isClosed = policy === 'closed' || (policy === 'invite' && invite === '')
  if (isClosed) {
    return (
      <div className={styles.form}>
        <RegistrationIsClosed policy={policy} />
        {login}
      </div>
    )
  }
  return (
    <form {...formProps} className={styles.form} aria-label="Register">
      <ErrorSummary errors={errors} attempt={attempt} />
      <UsernameField
        label={labels.username}
        error={mark('username')}
        hint="Letters, digits and @ . + - _, no spaces. Your email works, too."
      />
      <TextField label={labels.email} name="email" error={mark('email')} type="email" autoComplete="email" required />
      <NewPasswordFields labels={labels} mark={mark} />
      <Button type="submit" variant="primary" size="large" busy={busy} busyLabel="Creating account...">
        Create Account
      </Button>
      {login}
    </form>
  )
}

/** Returns the errors by field, in reading order. Always includes an invalid email, so that it is not reported only after the next submit. */
function marksOf(problem: string, fields: Record<keyof typeof labels, string>): Record<string, string> {
  const marks: Record<string, string> = newPasswordErrors(problem) ?? missingFieldErrors(fields, labels)
  const wrongEmail = emailProblem(fields)
  if (wrongEmail !== null) marks['email'] = wrongEmail
  return Object.fromEntries(Object.keys(labels).flatMap((name) => (name in marks ? [[name, marks[name] ?? '']] : [])))
}

function emailProblem({ email }: { email: string }): string | null {
  return email === '' ? null : (v.safeParse(emailAddress(), email).issues?.[0].message ?? null)
}

/** The token of an invitation link; '' without one. Links that earlier versions printed have it in the query, not in the fragment. */
function inviteIn({ hash, search }: { hash: string; search: object }): string {
  const inQuery = 'invite' in search && typeof search.invite === 'string' ? search.invite : ''
  return new URLSearchParams(hash).get('invite') ?? inQuery
}

/** Assumes open registration until the server says otherwise. */
function useRegistrationPolicy(): RegistrationPolicy {
  const [policy, setPolicy] = useState<RegistrationPolicy>('open')
  useEffect(() => {
    let isShown = true
    void readRegistrationPolicy().then((answer) => {
      if (isShown && answer.ok) setPolicy(answer.value)
    })
    return () => {
      isShown = false
    }
  }, [])
  return policy
}

function RegistrationIsClosed({ policy }: { policy: Exclude<RegistrationPolicy, 'open'> }) {
  return (
    <Banner role="status">
      {policy === 'closed'
        ? 'Registration is closed on this server.'
        : 'This server needs an invitation. The administrator of Fanlight in your office can make a link for you.'}
    </Banner>
  )
}

const formFields: FormFields = {
  username: { field: 'username', advice: 'Choose another username.' },
  email: { field: 'email', advice: 'Check the email.' },
  password: { field: 'password', advice: 'Choose another password.' },
  password2: { field: 'confirmPassword', advice: 'Type the password again.' },
}

/** Shown if username and email are both taken: an earlier request of this agent may have succeeded, and its response was lost. */
const mayBeYours =
  'If you just registered, your account may already exist: try logging in. Otherwise choose another username.'

function isAllTaken(body: unknown): boolean {
  return ['username', 'email'].every((name) => /already exists/i.test(firstMessage(body, [name]) ?? ''))
}

async function registerAccount(fields: {
  username: string
  email: string
  password: string
  confirmPassword: string
  invite: string
}): Promise<AccountFormRefusal | null> {
  const answer = await register({
    username: fields.username,
    email: fields.email,
    password: fields.password,
    password2: fields.confirmPassword,
    first_name: '',
    last_name: '',
    license_number: '',
    phone_number: '',
    ...(fields.invite === '' ? {} : { invite: fields.invite }),
  })
  if (answer.ok) return null
  const { body } = answer.refusal
  const message = registrationFailureMessage(answer.refusal)
  const marks = refusedFieldErrors(body, message, formFields)
  return { message, fieldErrors: isAllTaken(body) ? { ...marks, username: mayBeYours } : marks }
}
