import { useState } from 'react'
import { endOtherSessions, endSession, listSessions } from '#api/sessions.ts'
import type { AccountAnswer } from '#api/account-answer.ts'
import type { SignedInDevice } from '#core/contract/account.ts'
import { refusalInWords } from '#core/domain/account/account-messages.ts'
import { deviceInWords } from '#core/domain/text/device-words.ts'
import { momentInWords } from '#core/domain/time/moment-words.ts'
import { notify } from '#state/notifications.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import styles from './settings.module.css'
import { useServerList } from './use-server-list.ts'

/** Where the agent is logged in; a lost phone can be logged out from here. */
export function SessionsCard() {
  const [sessions, readAgain] = useServerList(listSessions)
  const [ending, setEnding] = useState<SignedInDevice | 'others' | null>(null)

  async function end(which: SignedInDevice | 'others') {
    setEnding(null)
    const answer: AccountAnswer<null> = await (which === 'others' ? endOtherSessions() : endSession(which.id))
    // It may have ended by itself.
    if (!answer.ok && answer.refusal.status !== 404) {
      const message = refusalInWords(answer, [], 'This server does not offer a list of sessions.')
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
        const device = deviceInWords(session.user_agent)
        return (
          <li className={styles.row} key={session.id}>
            <div>
              <p className={styles.name}>{device}</p>
              <p className={styles.caption}>
                {session.is_current
                  ? 'This device'
                  : `Last seen ${momentInWords(Date.parse(session.last_seen_at), now)}`}
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
