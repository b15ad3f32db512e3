import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { emailAddress } from '#core/contract/fields.ts'
import { marksOfMissing, registrationProblem, registrationSucceeded } from '#core/domain/account/account-messages.ts'
import { clearAuthError } from '#state/session.ts'
import { Button } from '#ui/basics/button.tsx'
import { ErrorSummary } from '#ui/fields/error-summary.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import styles from './account-form.module.css'
import { keepForLogin } from './new-credentials.ts'
import { marksOfNewPassword, NewPasswordFields } from './new-password-fields.tsx'
import { registerAccount } from './register-account.ts'
import { RegistrationIsClosed, useRegistrationPolicy } from './registration-policy.tsx'
import { useAccountForm } from './use-account-form.ts'
import { UsernameField } from './username-field.tsx'

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
  // A refused sign-in has nothing to say here.
  useEffect(clearAuthError, [])
  const { formProps, busy, errors, mark, attempt } = useAccountForm(async (field) => {
    const fields = {
      username: field('username').trim(),
      email: field('email').trim(),
      password: field('password'),
      confirmPassword: field('confirmPassword'),
    }
    const problem = registrationProblem(fields) ?? emailProblem(fields)
    if (problem !== null) return { message: problem, marks: marksOf(problem, fields) }
    const refusal = await registerAccount({ ...fields, invite })
    if (refusal !== null) return refusal
    keepForLogin({ username: fields.username, password: fields.password })
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

/** What stands beside the fields, in reading order: what the problem is about, and an email that would be refused next. */
function marksOf(problem: string, fields: Record<keyof typeof labels, string>): Record<string, string> {
  const marks: Record<string, string> = marksOfNewPassword(problem) ?? marksOfMissing(fields, labels)
  const wrongEmail = emailProblem(fields)
  if (wrongEmail !== null) marks['email'] = wrongEmail
  return Object.fromEntries(Object.keys(labels).flatMap((name) => (name in marks ? [[name, marks[name] ?? '']] : [])))
}

/** What the server would say of an email, in its words. */
function emailProblem({ email }: { email: string }): string | null {
  return email === '' ? null : (v.safeParse(emailAddress(), email).issues?.[0].message ?? null)
}

/** From the link that `account invite` prints: behind its #, or in the query where an earlier version printed it. */
function inviteIn({ hash, search }: { hash: string; search: object }): string {
  const inQuery = 'invite' in search && typeof search.invite === 'string' ? search.invite : ''
  return new URLSearchParams(hash).get('invite') ?? inQuery
}
