import { useState, type FormEvent, useRef } from 'react'
import { listApiTokens, revokeApiToken, createApiToken } from '#api/access-calls.ts'
import type { ApiToken, ApiTokenScope } from '#core/contract/account.ts'
import { formatRefusal } from '#core/domain/account/account-messages.ts'
import { copyText } from '#state/copy-text.ts'
import { notify } from '#state/notifications.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { CopyIcon } from '#ui/icons/icon.tsx'
import styles from './settings.module.css'
import { useServerList } from './use-server-list.ts'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { formatDayOf } from '#core/format/times.ts'

/** Bearer tokens for programs that speak to the server in the agent's name; a token itself is shown once. */
export function ApiTokensCard() {
  const [tokens, readAgain] = useServerList(listApiTokens)
  const [made, setMade] = useState<ApiToken | null>(null)
  const [revoking, setRevoking] = useState<ApiToken | null>(null)

  async function revoke(token: ApiToken) {
    setRevoking(null)
    const answer = await revokeApiToken(token.id)
    if (!answer.ok && answer.refusal.status !== 404) {
      notify({ type: 'error', title: 'Token not revoked', message: formatRefusal(answer, [], notOffered) })
      return
    }
    if (made?.id === token.id) setMade(null)
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
                setMade(token)
                void readAgain()
              }}
            />
            {made?.token !== undefined && <NewToken name={made.name} token={made.token} />}
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
              {scopeWords[token.scope]}. Made {formatDayOf(Date.parse(token.created_at), now)},{' '}
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

const scopeWords: Readonly<Record<ApiTokenScope, string>> = { read: 'Read only', 'read-write': 'Read and write' }

const notOffered = 'This server does not offer API tokens.'

/** Makes a token under a name; the token itself is shown once. */
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
        {Object.entries(scopeWords).map(([scope, words]) => (
          <option key={scope} value={scope}>
            {words}
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
