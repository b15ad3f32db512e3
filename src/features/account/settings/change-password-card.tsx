import { useRef } from 'react'
import { changePassword } from '#api/own-account.ts'
import {
  fieldsMissing,
  marksOfMissing,
  newPasswordProblem,
  refusalInWords,
} from '#core/domain/account/account-messages.ts'
import type { User } from '#core/contract/account.ts'
import { useConnection } from '#state/connection.ts'
import { notify } from '#state/notifications.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { ErrorSummary } from '#ui/fields/error-summary.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { marksOfNewPassword, NewPasswordFields } from '#features/account/sign-in/new-password-fields.tsx'
import { marksOfRefused } from '#features/account/sign-in/refused-fields.ts'
import styles from './settings.module.css'
import { type AccountFormRefusal, useAccountForm } from '#features/account/sign-in/use-account-form.ts'

const labels = {
  currentPassword: 'Current Password',
  password: 'New Password',
  confirmPassword: 'Confirm New Password',
} as const
type Fields = Record<keyof typeof labels, string>
type Change = Fields & { revokesAccess: boolean }

const formFields = {
  current_password: { field: 'currentPassword', advice: 'Type it again.' },
  new_password: { field: 'password', advice: 'Choose another password.' },
  new_password2: { field: 'confirmPassword', advice: 'Type the password again.' },
}

/** Changes the password, which only the server knows, and thereby logs out all other devices. */
export function ChangePasswordCard({ user, onChanged }: { user: User; onChanged: () => void }) {
  const isOffline = useConnection(({ state }) => state === 'offline')
  const form = useRef<HTMLFormElement>(null)
  const { formProps, busy, errors, mark, attempt } = useAccountForm(async (field) => {
    const refused = await change({
      currentPassword: field('currentPassword'),
      password: field('password'),
      confirmPassword: field('confirmPassword'),
      revokesAccess: field('revokesAccess') !== '',
    })
    if (refused !== null) return refused
    const isRevoked = field('revokesAccess') !== ''
    form.current?.reset()
    onChanged()
    const message = isRevoked
      ? 'Your other devices were logged out. API tokens and the calendar address no longer work.'
      : 'Your other devices were logged out. API tokens and the calendar address still work.'
    notify({ type: 'success', title: 'Password Changed', message })
    return null
  })
  return (
    <Card title="Change Password">
      <form {...formProps} ref={form} className={styles.body} aria-label="Change Password">
        <ErrorSummary errors={errors} attempt={attempt} />
        {isOffline && <Banner>Changing your password needs the server, which cannot be reached right now.</Banner>}
        {/* For password managers, which keep the new one under this name. */}
        <input name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label={labels.currentPassword}
          name="currentPassword"
          error={mark('currentPassword')}
          autoComplete="current-password"
          required
        />
        <NewPasswordFields labels={labels} mark={mark} />
        <CheckboxField
          name="revokesAccess"
          label="Also revoke API tokens and the calendar address"
          hint="Tick it if someone else may know your password. Programs and calendars that use them stop working."
        />
        <p className={styles.note}>Logs out all your other devices. Unsent changes stay on them, locked.</p>
        <div className={styles.buttons}>
          <Button type="submit" aria-disabled={isOffline} busy={busy} busyLabel="Changing...">
            Change Password
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Null when the password is changed, else what the form says. */
async function change({ revokesAccess, ...fields }: Change): Promise<AccountFormRefusal | null> {
  const missing = marksOfMissing(fields, labels)
  if (Object.keys(missing).length > 0) return { message: fieldsMissing, marks: missing }
  const problem = newPasswordProblem(fields)
  if (problem !== null) return { message: problem, marks: marksOfNewPassword(problem) ?? {} }
  const answer = await changePassword({
    current_password: fields.currentPassword,
    new_password: fields.password,
    new_password2: fields.confirmPassword,
    revoke_access: revokesAccess,
  })
  if (answer.ok) return null
  const message = refusalInWords(answer, Object.keys(formFields), 'Passwords cannot be changed on this server.')
  return { message, marks: marksOfRefused(answer.refusal.body, message, formFields) }
}
