import { formatCount } from '#core/format/numbers.ts'
import { Link } from '@tanstack/react-router'
import { closeAccount } from '#api/account-calls.ts'
import { fieldsMissing, formatRefusal } from '#core/domain/account/account-messages.ts'
import { useConnection } from '#state/connection.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { PasswordField, ErrorSummary } from '#ui/fields/field.tsx'
import { countUnsent } from '#features/account/sign-out/sign-out-commands.ts'
import styles from './settings.module.css'
import { type AccountFormRefusal, useAccountForm, refusedFieldErrors } from '#features/account/sign-in/account-form.tsx'
import { useSession, requestSignOut, expectSignOut, signOutEnded } from '#state/session.ts'

const formFields = { current_password: { field: 'closingPassword', advice: 'Type it again.' } }

export function CloseAccountCard() {
  const isOffline = useConnection(({ state }) => state === 'offline')
  const device = useDevice()
  const { formProps, busy, errors, mark, attempt } = useAccountForm(async (field) => {
    const unsentCount = await countUnsent(device)
    if (unsentCount > 0) return { message: unsentMessage(unsentCount) }
    // Closing the account ends the session. Until `signOutEnded`, an ended session does not lock the data on this device.
    expectSignOut()
    const refused = await close(field('closingPassword'))
    if (refused !== null) {
      signOutEnded()
      return refused
    }
    notify({ type: 'success', title: 'Account Closed', outlivesSession: true })
    // Also removes the agent's data from this device.
    requestSignOut()
    return null
  })
  return (
    <Card title="Close Account">
      <form {...formProps} className={styles.body} aria-label="Close Account">
        <ErrorSummary errors={errors} attempt={attempt} />
        {isOffline && <Banner>Closing your account needs the server, which cannot be reached right now.</Banner>}
        <p className={styles.note}>
          Logs out all your devices for good, ends your API tokens and calendar feed, and takes your listings off other
          agents’ tours. Your records stay on the server, out of sight; only its administrator can open the account
          again. Nobody else’s account changes. Make a backup first: it can be restored into another account.
        </p>
        <PasswordField
          label="Your Password"
          name="closingPassword"
          error={mark('closingPassword')}
          autoComplete="current-password"
          required
        />
        <div className={styles.buttons}>
          <Link to="/settings" search={{ tab: 'data' }} className={buttonClass()}>
            Back Up First
          </Link>
          <Button type="submit" variant="danger" aria-disabled={isOffline} busy={busy} busyLabel="Closing...">
            Close Account
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The message if unsent changes prevent closing the account: they would stay locked on this device permanently. */
function unsentMessage(unsent: number): string {
  const them = unsent === 1 ? 'it' : 'them'
  return `You have ${formatCount(unsent, 'unsent change')}, which can’t be sent once your account is closed. Send or discard ${them} in the Outbox first.`
}

async function close(password: string): Promise<AccountFormRefusal | null> {
  if (password === '') return { message: fieldsMissing, fieldErrors: { closingPassword: 'Your Password is required.' } }
  const answer = await closeAccount({ current_password: password })
  if (answer.ok) return null
  const message = formatRefusal(answer, Object.keys(formFields), 'Accounts cannot be closed on this server.')
  return { message, fieldErrors: refusedFieldErrors(answer.refusal.body, message, formFields) }
}

export function SignOutCard() {
  const username = useSession((session) => session.user?.username)
  return (
    <Card title="Log out">
      <div className={styles.body}>
        <p className={styles.note}>
          Removes the data of {username} from this device, once all of it has reached the server. Unsent changes are
          never dropped without asking.
        </p>
        <div className={styles.buttons}>
          <Button onClick={requestSignOut}>Log out</Button>
        </div>
      </div>
    </Card>
  )
}
