import { useSession } from '#state/session.ts'
import { Card } from '#ui/layout/card.tsx'
import { changesInWords } from '#features/account/sign-in/changes-in-words.ts'
import { useLocatedDevices } from '#features/account/sign-in/locked-agents.tsx'
import styles from './settings.module.css'

/** Other agents who left data here: who, and how much of it the server does not have. */
export function LockedAgentsCard() {
  const ownId = useSession((session) => session.user?.id)
  const others = useLocatedDevices().filter(({ agentId }) => agentId !== String(ownId))
  return (
    <Card title="Other agents on this device">
      {others.length === 0 ? (
        <p className={styles.note}>Nobody else has data here.</p>
      ) : (
        <ul className={styles.list}>
          {others.map(({ agentId, agent, unsent }) => (
            <li className={styles.row} key={agentId}>
              <span className={styles.name}>{agent?.user.username ?? 'An agent'}</span>
              <span className={styles.caption}>
                {unsent === 0 ? 'locked, nothing unsent' : `${changesInWords(unsent)}, locked until they log in again`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
