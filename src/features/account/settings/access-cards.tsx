import { useState, type FormEvent, useRef } from 'react'
import { listApiTokens, revokeApiToken, createApiToken } from '#api/access-calls.ts'
import type { ApiToken, ApiTokenScope } from '#core/contract/account.ts'
import { formatRefusal } from '#core/domain/account/account-messages.ts'
import { copyText } from '#state/copy-text.ts'
import { notify } from '#state/notifications.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { CopyIcon } from '#ui/icons/icon.tsx'
import styles from './settings.module.css'
import { useServerValue } from './use-server-value.ts'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { formatDayOf } from '#core/format/times.ts'
import { closeCalendarFeed, readCalendarFeed, renewCalendarFeed, type CalendarFeed } from '#api/calendar-feed.ts'
import type { AccountAnswer } from '#api/account-answer.ts'
import { takeFocus } from '#ui/hooks/move-focus.ts'

/** Bearer tokens for programs that use the API as the agent. A token is shown once. */
export function ApiTokensCard() {
  const [tokens, readAgain] = useServerValue(listApiTokens)
  const [createdToken, setCreatedToken] = useState<ApiToken | null>(null)
  const [revoking, setRevoking] = useState<ApiToken | null>(null)

  async function revoke(token: ApiToken) {
    setRevoking(null)
    const answer = await revokeApiToken(token.id)
    // 404: the token has already been revoked.
    if (!answer.ok && answer.refusal.status !== 404) {
      notify({ type: 'error', title: 'Token not revoked', message: formatRefusal(answer, [], notOffered) })
      return
    }
    if (createdToken?.id === token.id) setCreatedToken(null)
    await readAgain()
  }

  return (
    <Card title="API tokens">
      <div className={styles.body}>
        <p className={styles.note}>
          For your own programs that use the API. Treat a token like a password. No token can make tokens, end sessions,
          or change your email or password.
        </p>
        {tokens === 'loading' && <p className={styles.note}>Loading...</p>}
        {tokens === 'unreachable' && <Banner>API tokens need the server, which cannot be reached right now.</Banner>}
        {tokens === 'not-offered' && <Banner>{notOffered}</Banner>}
        {Array.isArray(tokens) && (
          <>
            <NewTokenForm
              onMade={(token) => {
                setCreatedToken(token)
                void readAgain()
              }}
            />
            {createdToken?.token !== undefined && <NewToken name={createdToken.name} token={createdToken.token} />}
            <TokenList tokens={tokens} onRevoke={setRevoking} />
          </>
        )}
      </div>
      <ConfirmDialog
        open={revoking !== null}
        title={`Revoke the token ${revoking?.name ?? ''}?`}
        confirmLabel="Revoke"
        onConfirm={() => revoking !== null && void revoke(revoking)}
        onCancel={() => setRevoking(null)}
      >
        <p>Programs that use it stop working.</p>
      </ConfirmDialog>
    </Card>
  )
}

function NewToken({ name, token }: { name: string; token: string }) {
  const copy = () => void copyText(token, { title: 'Token copied' }, 'Select the token and copy it by hand.')
  return (
    <Banner tone="success" role="status">
      <div className={styles.token}>
        <p>{name} is ready. This is the only time it is shown:</p>
        <code className={styles.secret}>{token}</code>
        <div className={styles.buttons}>
          <Button onClick={copy}>
            <CopyIcon />
            Copy
          </Button>
        </div>
      </div>
    </Banner>
  )
}

function TokenList({ tokens, onRevoke }: { tokens: ApiToken[]; onRevoke: (token: ApiToken) => void }) {
  const [now] = useState(() => Date.now())
  if (tokens.length === 0) return <p className={styles.note}>No tokens yet.</p>
  return (
    <ul className={styles.list} aria-label="Your tokens">
      {tokens.map((token) => (
        <li className={styles.row} key={token.id}>
          <div>
            <p className={styles.name}>{token.name}</p>
            <p className={styles.caption}>
              {scopeLabels[token.scope]}. Made {formatDayOf(Date.parse(token.created_at), now)},{' '}
              {token.last_used_at === null
                ? 'never used'
                : `last used ${formatDayOf(Date.parse(token.last_used_at), now)}`}
            </p>
          </div>
          <Button variant="danger" aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}

const scopeLabels: Readonly<Record<ApiTokenScope, string>> = { read: 'Read only', 'read-write': 'Read and write' }

const notOffered = 'This server does not offer API tokens.'

function NewTokenForm({ onMade }: { onMade: (token: ApiToken) => void }) {
  const [error, setError] = useState<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const name = fields.get('token-name')
    if (typeof name !== 'string' || name.trim() === '') return setError('Name is required.')
    setBusy(true)
    setError(undefined)
    const answer = await createApiToken({
      name: name.trim(),
      scope: fields.get('scope') === 'read' ? 'read' : 'read-write',
    })
    setBusy(false)
    if (!answer.ok) {
      return setError(formatRefusal(answer, ['name'], notOffered))
    }
    form.current?.reset()
    onMade(answer.value)
  }

  return (
    <form ref={form} className={styles.body} noValidate aria-label="New token" onSubmit={(event) => void create(event)}>
      <TextField
        label="Token Name"
        name="token-name"
        autoComplete="off"
        hint="What will use it."
        error={error}
        required
      />
      <SelectField label="Access" name="scope" defaultValue="read">
        {Object.entries(scopeLabels).map(([scope, label]) => (
          <option key={scope} value={scope}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className={styles.buttons}>
        <Button type="submit" busy={busy} busyLabel="Creating...">
          Create Token
        </Button>
      </div>
    </form>
  )
}

const feedNotOffered = 'This server does not offer a calendar feed.'

export function CalendarFeedCard() {
  const [confirming, setConfirming] = useState<'renew' | 'close' | null>(null)
  const { feed, busy, hasPressed, change } = useCalendarFeed()
  const confirm = (...args: Parameters<typeof change>) => {
    setConfirming(null)
    void change(...args)
  }
  const create = () => void change(renewCalendarFeed, 'Calendar link created')

  return (
    <Card title="Calendar feed">
      <div className={styles.body}>
        <p className={styles.note}>
          Another calendar program can subscribe to your showings, open houses, appointments and tours: the last 90 days
          and everything upcoming. It checks about every hour and cannot change anything. Whoever knows the address sees
          times, places, notes and your clients’ email addresses, so treat it like a password.
        </p>
        {feed === 'loading' && <p className={styles.note}>Loading...</p>}
        {feed === 'unreachable' && (
          <Banner>The address can’t be shown until the server can be reached. The feed still works.</Banner>
        )}
        {feed === 'not-offered' && <Banner>{feedNotOffered}</Banner>}
        {typeof feed === 'object' && feed.address === null && (
          <div className={styles.buttons}>
            <Button busy={busy} busyLabel="Creating..." onClick={create}>
              Create Calendar Link
            </Button>
          </div>
        )}
        {typeof feed === 'object' && feed.address !== null && (
          <FeedAddress
            address={feed.address}
            takesFocus={hasPressed}
            busy={busy}
            onRenew={() => setConfirming('renew')}
            onClose={() => setConfirming('close')}
          />
        )}
      </div>
      <ConfirmDialog
        open={confirming === 'renew'}
        title="Create a new calendar address?"
        confirmLabel="New Address"
        danger={false}
        onConfirm={() => confirm(renewCalendarFeed, 'New calendar address created')}
        onCancel={() => setConfirming(null)}
      >
        <p>Programs that use the old address stop updating until you give them the new one.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming === 'close'}
        title="Close the calendar feed?"
        confirmLabel="Close Feed"
        onConfirm={() => confirm(closeCalendarFeed, 'Calendar feed closed')}
        onCancel={() => setConfirming(null)}
      >
        <p>Programs that use its address stop updating.</p>
      </ConfirmDialog>
    </Card>
  )
}

/** `hasPressed`: the agent has pressed a button of this card. `change` calls the server, then shows the new address. */
function useCalendarFeed() {
  const [feed, , setFeed] = useServerValue(readCalendarFeed)
  const [busy, setBusy] = useState(false)
  const [hasPressed, setHasPressed] = useState(false)

  async function change(call: () => Promise<AccountAnswer<CalendarFeed>>, successTitle: string) {
    setHasPressed(true)
    setBusy(true)
    const answer = await call()
    setBusy(false)
    if (!answer.ok) {
      notify({
        type: 'error',
        title: 'Calendar address not changed',
        message: formatRefusal(answer, [], feedNotOffered),
      })
      return
    }
    setFeed(answer.value)
    notify({ type: 'success', title: successTitle })
  }

  return { feed, busy, hasPressed, change }
}

type FeedAddressProps = {
  address: string
  /** Focuses the address when it replaces the button that created it. */
  takesFocus: boolean
  busy: boolean
  onRenew: () => void
  onClose: () => void
}

function FeedAddress({ address, takesFocus, busy, onRenew, onClose }: FeedAddressProps) {
  const copy = () =>
    void copyText(address, { title: 'Calendar address copied' }, 'Select the address and copy it by hand.')
  return (
    <>
      <code
        className={styles.secret}
        aria-label="Calendar address"
        ref={takesFocus ? takeFocus : undefined}
        tabIndex={-1}
      >
        {address}
      </code>
      <div className={styles.buttons}>
        <Button onClick={copy}>
          <CopyIcon />
          Copy Address
        </Button>
        <a className={buttonClass()} href={address.replace(/^https?:/, 'webcal:')}>
          Open in Calendar
        </a>
        <Button busy={busy} busyLabel="Changing..." onClick={onRenew}>
          New Address
        </Button>
        <Button variant="danger" onClick={onClose}>
          Close Feed
        </Button>
      </div>
    </>
  )
}
