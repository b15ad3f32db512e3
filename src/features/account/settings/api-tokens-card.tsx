import { useState } from 'react'
import { listApiTokens, revokeApiToken } from '#api/api-tokens.ts'
import type { ApiToken } from '#core/contract/account.ts'
import { refusalInWords } from '#core/domain/account/account-messages.ts'
import { dayInWords } from '#core/domain/time/moment-words.ts'
import { copyText } from '#state/copy-text.ts'
import { notify } from '#state/notifications.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { CopyIcon } from '#ui/icons/icon.tsx'
import { NewTokenForm, notOffered, scopeWords } from './new-token-form.tsx'
import styles from './settings.module.css'
import { useServerList } from './use-server-list.ts'

/** Bearer tokens for programs that speak to the server in the agent's name; a token itself is shown once. */
export function ApiTokensCard() {
  const [tokens, readAgain] = useServerList(listApiTokens)
  const [made, setMade] = useState<ApiToken | null>(null)
  const [revoking, setRevoking] = useState<ApiToken | null>(null)

  async function revoke(token: ApiToken) {
    setRevoking(null)
    const answer = await revokeApiToken(token.id)
    if (!answer.ok && answer.refusal.status !== 404) {
      notify({ type: 'error', title: 'Token not revoked', message: refusalInWords(answer, [], notOffered) })
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
              {scopeWords[token.scope]}. Made {dayInWords(Date.parse(token.created_at), now)},{' '}
              {token.last_used_at === null
                ? 'never used'
                : `last used ${dayInWords(Date.parse(token.last_used_at), now)}`}
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
