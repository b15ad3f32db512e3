import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { credentialsMissing, missingFieldErrors } from '#core/domain/account/account-messages.ts'
import { clearAuthError, useSession } from '#state/session.ts'
import { Button } from '#ui/basics/button.tsx'
import { PasswordField, ErrorSummary } from '#ui/fields/field.tsx'
import styles from './account-form.module.css'
import { signIn } from './sign-in-commands.ts'
import { UsernameField, useAccountForm, clearPrefilledLogin, passwordForLogin } from './account-form.tsx'

const labels = { username: 'Username', password: 'Password' } as const

type LoginFormProps = {
  username?: string | undefined
  onAttempt?: () => void
  /** Called with the agent's id if the account is closed. */
  onClosed?: (agentId: string) => void
}

export function LoginForm({ username, onAttempt, onClosed }: LoginFormProps) {
  const authError = useSession((session) => session.authError)
  const isSigningIn = useSession((session) => session.status === 'signing-in')
  const { formProps, busy, errors, mark, attempt } = useAccountForm(async (field) => {
    onAttempt?.()
    const credentials = { username: field('username').trim(), password: field('password') }
    const fieldErrors = missingFieldErrors(credentials, labels)
    if (Object.keys(fieldErrors).length > 0) {
      clearAuthError()
      return { message: credentialsMissing, fieldErrors }
    }
    const failure = await signIn(credentials)
    if (failure === null) return null
    if (failure.closedAgentId !== null) onClosed?.(failure.closedAgentId)
    return { message: failure.message, startAt: 'password' }
  })
  // The session stores the error of a failed login for ten seconds, so that it is also shown if this form is created again (reading R3).
  const shownErrors = errors.length === 0 && authError !== null && !busy ? [{ message: authError }] : errors
  const [password] = useState(() => passwordForLogin(username))
  const form = useRef<HTMLFormElement>(null)
  // Focuses the first empty field, except on touch devices, where the keyboard would cover half of the page.
  useEffect(() => {
    if (!matchMedia('(hover: hover)').matches) return
    form.current?.querySelector<HTMLInputElement>('input[value=""], input:not([value])')?.focus()
  }, [])
  useEffect(
    () => () => {
      clearPrefilledLogin()
      clearAuthError()
    },
    [],
  )

  return (
    <form {...formProps} ref={form} className={styles.form} aria-label="Login">
      <ErrorSummary errors={shownErrors} attempt={attempt} />
      <UsernameField label={labels.username} error={mark('username')} defaultValue={username} />
      <PasswordField
        label={labels.password}
        name="password"
        error={mark('password')}
        autoComplete="current-password"
        defaultValue={password}
        required
      />
      <Button type="submit" variant="primary" size="large" busy={busy || isSigningIn} busyLabel="Logging in...">
        Login
      </Button>
      <p>
        <Link to="/reset-password">Forgot your password?</Link>
      </p>
      <p>
        New here? <Link to="/register">Register</Link>
      </p>
    </form>
  )
}
