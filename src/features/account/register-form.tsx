import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { registrationProblem, registrationSucceeded } from '#core/domain/account-messages.ts'
import { clearAuthError } from '#state/session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './account-form.module.css'
import { registerAccount } from './register-account.ts'
import { useAccountForm } from './use-account-form.ts'

const fieldNames = ['username', 'email', 'password', 'confirmPassword'] as const

export function RegisterForm() {
  const navigate = useNavigate()
  // A refused sign-in has nothing to say here.
  useEffect(clearAuthError, [])
  const { formProps, busy, errors, attempt } = useAccountForm(async (field) => {
    const fields = {
      username: field('username').trim(),
      email: field('email').trim(),
      password: field('password'),
      confirmPassword: field('confirmPassword'),
    }
    const problem = registrationProblem(fields)
    if (problem !== null) {
      const empty = fieldNames.filter((name) => fields[name] === '')
      return { message: problem, fields: empty.length > 0 ? empty : ['password', 'confirmPassword'] }
    }
    const refusal = await registerAccount(fields)
    if (refusal !== null) return refusal
    await navigate({ to: '/login', state: { notice: registrationSucceeded } })
    return null
  })

  return (
    <form {...formProps} className={styles.form} aria-label="Register">
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <TextField label="Email" name="email" type="email" autoComplete="email" required />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        required
      />
      <PasswordField label="Confirm Password" name="confirmPassword" autoComplete="new-password" required />
      <Button type="submit" variant="primary" size="large" busy={busy} busyLabel="Creating account...">
        Create Account
      </Button>
      <p>
        Already registered? <Link to="/login">Login</Link>
      </p>
    </form>
  )
}
