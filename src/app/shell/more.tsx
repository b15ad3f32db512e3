import { Link } from '@tanstack/react-router'
import { Button } from '#ui/basics/button.tsx'
import { ChevronRightIcon, InboxIcon, LogOutIcon, SettingsIcon } from '#ui/icons/icon.tsx'
import { SwitchField } from '#ui/fields/switch-field.tsx'
import styles from './more.module.css'
import { places } from './places.ts'
import { type Place, takeSurvey } from './take-survey.ts'

type MoreProps = {
  /** The agent's name or username. */
  agentName: string
  /** Changes that the server does not have yet. */
  unsentCount: number
  isDark: boolean
  onDarkChange: (isDark: boolean) => void
  onLogout: () => void
}

/** What the bottom bar has no room for. */
export function More({ agentName, unsentCount, isDark, onDarkChange, onLogout }: MoreProps) {
  const outbox: Place = { to: '/outbox', name: 'Outbox', Icon: InboxIcon }
  const settings: Place = { to: '/settings', name: 'Settings', Icon: SettingsIcon }
  return (
    <div className={styles.more}>
      <ul className={styles.list}>
        {[places.dashboard, outbox, places.createListing, places.surveyAnalytics, takeSurvey, settings].map(
          ({ to, name, Icon }) => (
            <li key={to}>
              <Link className={styles.place} to={to}>
                <span className={styles.lead}>
                  <Icon />
                </span>
                <span className={styles.name}>{name}</span>
                {to === outbox.to && unsentCount > 0 && <span className={styles.waiting}>{unsentCount} waiting</span>}
                <ChevronRightIcon />
              </Link>
            </li>
          ),
        )}
      </ul>
      <SwitchField label="Dark theme" checked={isDark} onChange={(event) => onDarkChange(event.target.checked)} />
      <div className={styles.agent}>
        <div className={styles.who}>
          <p className={styles.name}>{agentName}</p>
          {unsentCount > 0 && (
            <p className={styles.caption}>
              {unsentCount === 1 ? '1 change is not sent yet' : `${unsentCount} changes are not sent yet`}
            </p>
          )}
        </div>
        <Button onClick={onLogout}>
          <LogOutIcon />
          Logout
        </Button>
      </div>
    </div>
  )
}
