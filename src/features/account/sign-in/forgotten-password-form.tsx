import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { askForResetLink, readWayToReset, type WayToReset } from '#api/account-calls.ts'
import { fieldsMissing, marksOfMissing, formatRefusal } from '#core/domain/account/account-messages.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { ErrorSummary } from '#ui/fields/error-summary.tsx'
import { TextField } from '#ui/fields/field.tsx'
import styles from './account-page.module.css'
import { type AccountFormRefusal, useAccountForm } from './use-account-form.ts'

/** Undefined until the server has answered; one that says nothing takes codes. */
export function useWayToReset(): WayToReset | undefined {
  const [way, setWay] = useState<WayToReset>()
  useEffect(() => {
    let isShown = true
    void readWayToReset().then((answer) => {
      if (isShown) setWay(answer.ok ? answer.value : 'code')
    })
    return () => {
      isShown = false
    }
  }, [])
  return way
}

const labels = { name: 'Username or Email' } as const

/** Asks for a mail with a link; what is answered is the same whether or not there is such an account. */
export function ForgottenPasswordForm({ onHasCode }: { onHasCode: () => void }) {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const { formProps, busy, errors, mark, attempt } = useAccountForm(async (field) => {
    const name = field('name').trim()
    const refused = await ask(name)
    if (refused === null) setAskedFor(name)
    return refused
  })
  return (
    <form {...formProps} className={styles.form} aria-label="Forgot your password?">
      <ErrorSummary errors={errors} attempt={attempt} />
      {askedFor === null ? (
        <p>We’ll email you a link to choose a new password. It works once, for an hour.</p>
      ) : (
        <Banner tone="success" role="status">
          If there is an account for {askedFor}, an email with a link is on its way. Check your spam folder, too.
        </Banner>
      )}
      <TextField
        label={labels.name}
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

async function ask(name: string): Promise<AccountFormRefusal | null> {
  const missing = marksOfMissing({ name }, labels)
  if (Object.keys(missing).length > 0) return { message: fieldsMissing, marks: missing }
  const answer = await askForResetLink(name)
  if (answer.ok) return null
  const message = formatRefusal(answer, ['name'], 'This server does not send emails. Ask the person who runs it.')
  return { message, startAt: 'name' }
}
