import { useRef } from 'react'
import { changePassword } from '#api/own-account.ts'
import { fieldsMissing, marksOfMissing, newPasswordProblem, refusalInWords } from '#core/domain/account-messages.ts'
import type { User } from '#core/contract/account.ts'
import { useConnection } from '#state/connection.ts'
import { notify } from '#state/notifications.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { marksOfNewPassword, NewPasswordFields } from './new-password-fields.tsx'
import { marksOfRefused } from './refused-fields.ts'
import styles from './settings.module.css'
import { type AccountFormRefusal, useAccountForm } from './use-account-form.ts'

const labels = {
  currentPassword: 'Current Password',
  password: 'New Password',
  confirmPassword: 'Confirm New Password',
} as const
type Fields = Record<keyof typeof labels, string>

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
    })
    if (refused !== null) return refused
    form.current?.reset()
    onChanged()
    notify({ type: 'success', title: 'Password Changed', message: 'Your other devices were logged out.' })
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
async function change(fields: Fields): Promise<AccountFormRefusal | null> {
  const missing = marksOfMissing(fields, labels)
  if (Object.keys(missing).length > 0) return { message: fieldsMissing, marks: missing }
  const problem = newPasswordProblem(fields)
  if (problem !== null) return { message: problem, marks: marksOfNewPassword(problem) ?? {} }
  const answer = await changePassword({
    current_password: fields.currentPassword,
    new_password: fields.password,
    new_password2: fields.confirmPassword,
  })
  if (answer.ok) return null
  const message = refusalInWords(answer, Object.keys(formFields), 'Passwords cannot be changed on this server.')
  return { message, marks: marksOfRefused(answer.refusal.body, message, formFields) }
}
