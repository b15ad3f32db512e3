import { Link, useNavigate } from '@tanstack/react-router'
import {
  resetPassword,
  requestResetLink,
  readPasswordResetMethod,
  type PasswordResetMethod,
} from '#api/account-calls.ts'
import {
  fieldsMissing,
  firstMessage,
  missingFieldErrors,
  newPasswordProblem,
  formatRefusal,
} from '#core/domain/account/account-messages.ts'
import { useSession } from '#state/session.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { TextField, ErrorSummary } from '#ui/fields/field.tsx'
import styles from './account-form.module.css'
import {
  newPasswordErrors,
  NewPasswordFields,
  UsernameField,
  type AccountFormRefusal,
  useAccountForm,
  refusedFieldErrors,
  prefillLogin,
} from './account-form.tsx'
import { useEffect, useState } from 'react'

const labels = {
  username: 'Username',
  code: 'Code',
  password: 'New Password',
  confirmPassword: 'Confirm New Password',
} as const
type Fields = Record<keyof typeof labels, string>

const formFields = {
  username: { field: 'username', advice: 'Check the username.' },
  reset_code: { field: 'code', advice: 'Check the code.' },
  new_password: { field: 'password', advice: 'Choose another password.' },
  new_password2: { field: 'confirmPassword', advice: 'Type the password again.' },
}

const passwordIsReset =
  'Your password has been changed, and all devices were logged out. API tokens and the calendar address were revoked. Please log in with the new password.'

/** Replaces the server's message about a wrong code if the code came with an emailed link, because the agent did not type it. */
const invalidLink = 'This link has been used, is older than an hour, or is not the newest. Ask for another one.'

/** Sets a new password with an administrator's code or that of an emailed link (`fromMail`), then opens the login form. */
export function ResetPasswordForm({ fromMail }: { fromMail?: { username: string; code: string } | undefined }) {
  const navigate = useNavigate()
  const signedIn = useSession(({ status, user }) => (status === 'signed-in' ? user : null))
  const { formProps, busy, errors, mark, attempt } = useAccountForm(async (field) => {
    const fields = {
      username: fromMail?.username ?? field('username').trim(),
      code: fromMail?.code ?? field('code').trim(),
      password: field('password'),
      confirmPassword: field('confirmPassword'),
    }
    const refused = await reset(fields, fromMail === undefined ? null : invalidLink)
    if (refused !== null) return refused
    prefillLogin({ username: fields.username, password: fields.password })
    await navigate({ to: '/login', state: { notice: passwordIsReset, username: fields.username } })
    return null
  })
  if (signedIn !== null) return <AlreadySignedIn username={signedIn.username} />
  return (
    <form {...formProps} className={styles.form} aria-label="Reset Password">
      <ErrorSummary errors={errors} attempt={attempt} />
      {fromMail === undefined ? (
        <CodeFields mark={mark} />
      ) : (
        <p>
          Choose a new password for <strong>{fromMail.username}</strong>. All devices are then logged out.
          {/* For password managers: the account whose password changes. */}
          <input type="text" autoComplete="username" value={fromMail.username} readOnly hidden />
        </p>
      )}
      <NewPasswordFields labels={labels} mark={mark} />
      <Button type="submit" variant="primary" size="large" busy={busy} busyLabel="Changing...">
        Reset Password
      </Button>
      {fromMail !== undefined && (
        <p>
          Link not working? <Link to="/reset-password">Email Me Another Link</Link>
        </p>
      )}
      <p>
        Remembered your password? <Link to="/login">Login</Link>
      </p>
    </form>
  )
}

function CodeFields({ mark }: { mark: (field: string) => string | undefined }) {
  return (
    <>
      <p>The administrator of Fanlight in your office makes the code for you. It works once, for an hour.</p>
      <UsernameField label={labels.username} error={mark('username')} />
      <TextField
        label={labels.code}
        name="code"
        error={mark('code')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        required
      />
    </>
  )
}

function AlreadySignedIn({ username }: { username: string }) {
  return (
    <Banner>
      <p>
        You are logged in as {username}. With your current password, change it in <Link to="/settings">Settings</Link>;
        without it, log out first and come back here.
      </p>
    </Banner>
  )
}

async function reset(fields: Fields, wrongCodeMessage: string | null): Promise<AccountFormRefusal | null> {
  const missing = missingFieldErrors(fields, labels)
  if (Object.keys(missing).length > 0) return { message: fieldsMissing, fieldErrors: missing }
  const problem = newPasswordProblem(fields)
  if (problem !== null) return { message: problem, fieldErrors: newPasswordErrors(problem) ?? {} }
  const answer = await resetPassword({
    username: fields.username,
    reset_code: fields.code,
    new_password: fields.password,
    new_password2: fields.confirmPassword,
  })
  if (answer.ok) return null
  const isWrongCode = firstMessage(answer.refusal.body, ['code']) === 'invalid_code'
  const serverMessage = formatRefusal(
    answer,
    Object.keys(formFields),
    'This server does not accept codes. Ask the person who runs it.',
  )
  const message = isWrongCode && wrongCodeMessage !== null ? wrongCodeMessage : serverMessage
  return { message, fieldErrors: refusedFieldErrors(answer.refusal.body, message, formFields), startAt: 'code' }
}

/** Returns how the server resets a password: undefined during the request, 'code' if the request fails. */
export function useResetMethod(): PasswordResetMethod | undefined {
  const [method, setMethod] = useState<PasswordResetMethod>()
  useEffect(() => {
    let isShown = true
    void readPasswordResetMethod().then((answer) => {
      if (isShown) setMethod(answer.ok ? answer.value : 'code')
    })
    return () => {
      isShown = false
    }
  }, [])
  return method
}

const requestLabels = { name: 'Username or Email' } as const

/** Requests an email with a reset link. The server's response is the same whether or not the account exists. */
export function ForgottenPasswordForm({ onHasCode }: { onHasCode: () => void }) {
  const [requestedName, setRequestedName] = useState<string | null>(null)
  const { formProps, busy, errors, mark, attempt } = useAccountForm(async (field) => {
    const name = field('name').trim()
    const refused = await requestLink(name)
    if (refused === null) setRequestedName(name)
    return refused
  })
  return (
    <form {...formProps} className={styles.form} aria-label="Forgot your password?">
      <ErrorSummary errors={errors} attempt={attempt} />
      {requestedName === null ? (
        <p>We’ll email you a link to choose a new password. It works once, for an hour.</p>
      ) : (
        <Banner tone="success" role="status">
          If there is an account for {requestedName}, an email with a link is on its way. Check your spam folder, too.
        </Banner>
      )}
      <TextField
        label={requestLabels.name}
        name="name"
        error={mark('name')}
        enterKeyHint="send"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <Button type="submit" variant="primary" size="large" busy={busy} busyLabel="Sending...">
        Email Me a Link
      </Button>
      <Button onClick={onHasCode}>I have a code from my administrator</Button>
      <p>
        Remembered your password? <Link to="/login">Login</Link>
      </p>
    </form>
  )
}

async function requestLink(name: string): Promise<AccountFormRefusal | null> {
  const missing = missingFieldErrors({ name }, requestLabels)
  if (Object.keys(missing).length > 0) return { message: fieldsMissing, fieldErrors: missing }
  const answer = await requestResetLink(name)
  if (answer.ok) return null
  const message = formatRefusal(answer, ['name'], 'This server does not send emails. Ask the person who runs it.')
  return { message, startAt: 'name' }
}
