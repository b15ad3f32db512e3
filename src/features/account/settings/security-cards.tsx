import { useState, useRef } from 'react'
import type { User, SignedInDevice } from '#core/contract/account.ts'
import { changePassword } from '#api/account-calls.ts'
import {
  fieldsMissing,
  missingFieldErrors,
  newPasswordProblem,
  formatRefusal,
} from '#core/domain/account/account-messages.ts'
import { useConnection } from '#state/connection.ts'
import { notify } from '#state/notifications.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { PasswordField, ErrorSummary } from '#ui/fields/field.tsx'
import {
  newPasswordErrors,
  NewPasswordFields,
  useAccountForm,
  type AccountFormRefusal,
  refusedFieldErrors,
} from '#features/account/sign-in/account-form.tsx'
import styles from './settings.module.css'
import { endOtherSessions, endSession, listSessions } from '#api/access-calls.ts'
import type { AccountAnswer } from '#api/account-answer.ts'
import { formatDeviceName } from '#core/domain/text/device-names.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useServerValue } from './use-server-value.ts'
import { formatMoment } from '#core/format/times.ts'

/** The cards *Change Password* and *Sessions*. A new password ends all other sessions, so the list of sessions reloads. */
export function SecurityCards({ user }: { user: User }) {
  const [changeCount, setChangeCount] = useState(0)
  return (
    <>
      <ChangePasswordCard user={user} onChanged={() => setChangeCount((count) => count + 1)} />
      <SessionsCard key={changeCount} />
    </>
  )
}

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

function ChangePasswordCard({ user, onChanged }: { user: User; onChanged: () => void }) {
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
        {/* Lets password managers store the new password under this username. */}
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

async function change({ revokesAccess, ...fields }: Change): Promise<AccountFormRefusal | null> {
  const missing = missingFieldErrors(fields, labels)
  if (Object.keys(missing).length > 0) return { message: fieldsMissing, fieldErrors: missing }
  const problem = newPasswordProblem(fields)
  if (problem !== null) return { message: problem, fieldErrors: newPasswordErrors(problem) ?? {} }
  const answer = await changePassword({
    current_password: fields.currentPassword,
    new_password: fields.password,
    new_password2: fields.confirmPassword,
    revoke_access: revokesAccess,
  })
  if (answer.ok) return null
  const message = formatRefusal(answer, Object.keys(formFields), 'Passwords cannot be changed on this server.')
  return { message, fieldErrors: refusedFieldErrors(answer.refusal.body, message, formFields) }
}

function SessionsCard() {
  const [sessions, readAgain] = useServerValue(listSessions)
  const [ending, setEnding] = useState<SignedInDevice | 'others' | null>(null)

  async function end(which: SignedInDevice | 'others') {
    setEnding(null)
    const answer: AccountAnswer<null> = await (which === 'others' ? endOtherSessions() : endSession(which.id))
    // 404: the session has already ended.
    if (!answer.ok && answer.refusal.status !== 404) {
      const message = formatRefusal(answer, [], 'This server does not offer a list of sessions.')
      notify({ type: 'error', title: 'Session not ended', message })
      return
    }
    notify({ type: 'success', title: which === 'others' ? 'Other sessions ended' : 'Session ended' })
    await readAgain()
  }

  return (
    <Card title="Sessions">
      <div className={styles.body}>
        <p className={styles.note}>The devices you are logged in on.</p>
        {sessions === 'loading' && <p className={styles.note}>Loading...</p>}
        {sessions === 'unreachable' && (
          <Banner>The list of sessions comes from the server, which cannot be reached right now.</Banner>
        )}
        {sessions === 'not-offered' && <Banner>This server does not offer a list of sessions.</Banner>}
        {Array.isArray(sessions) && <SessionList sessions={sessions} onEnd={setEnding} />}
        {Array.isArray(sessions) && sessions.length > 1 && (
          <div className={styles.buttons}>
            <Button variant="danger" onClick={() => setEnding('others')}>
              End All Others
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={ending !== null}
        title={ending === 'others' ? 'End all other sessions?' : 'End this session?'}
        confirmLabel="End"
        onConfirm={() => ending !== null && void end(ending)}
        onCancel={() => setEnding(null)}
      >
        <p>Anything not sent yet stays on that device, locked, until you log in there again.</p>
      </ConfirmDialog>
    </Card>
  )
}

function SessionList({ sessions, onEnd }: { sessions: SignedInDevice[]; onEnd: (session: SignedInDevice) => void }) {
  const [now] = useState(() => Date.now())
  return (
    <ul className={styles.list} aria-label="Your sessions">
      {sessions.toSorted(thisDeviceFirst).map((session) => {
        const device = formatDeviceName(session.user_agent)
        return (
          <li className={styles.row} key={session.id}>
            <div>
              <p className={styles.name}>{device}</p>
              <p className={styles.caption}>
                {session.is_current
                  ? 'This device'
                  : `Last seen ${formatMoment(Date.parse(session.last_seen_at), now)}`}
              </p>
            </div>
            {!session.is_current && (
              <Button aria-label={`End session of ${device}`} onClick={() => onEnd(session)}>
                End
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function thisDeviceFirst(one: SignedInDevice, other: SignedInDevice): number {
  return Number(other.is_current) - Number(one.is_current)
}
