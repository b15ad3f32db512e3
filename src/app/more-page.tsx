import { useConnection } from '#state/connection.ts'
import { chooseTheme, usePreferences } from '#state/preferences.ts'
import { useSession, requestSignOut } from '#state/session.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Link } from '@tanstack/react-router'
import { Button } from '#ui/basics/button.tsx'
import { ChevronRightIcon, InboxIcon, LogOutIcon, SettingsIcon } from '#ui/icons/icon.tsx'
import { SwitchField } from '#ui/fields/checkbox-field.tsx'
import { IconTile } from '#ui/basics/icon-tile.tsx'
import styles from './more-page.module.css'
import { navItems } from '#app/shell/nav-items.ts'
import { takeSurvey, type NavItem } from '#app/shell/nav-link.tsx'
import { formatCount } from '#core/format/numbers.ts'

/** A page with links to the screens that do not fit in the phone's bottom bar. */
export function MorePage() {
  const { user } = useSession()
  const { theme } = usePreferences()
  const unsentCount = useConnection(({ waitingCount, needsAgentCount }) => waitingCount + needsAgentCount)
  const fullName = [user?.first_name, user?.last_name].filter(Boolean).join(' ')
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <>
      <PageHeader title="More" />
      <More
        agentName={fullName || (user?.username ?? '')}
        unsentCount={unsentCount}
        isDark={isDark}
        onDarkChange={(dark) => chooseTheme(dark ? 'dark' : 'light')}
        onLogout={requestSignOut}
      />
    </>
  )
}

type MoreProps = {
  agentName: string
  unsentCount: number
  isDark: boolean
  onDarkChange: (isDark: boolean) => void
  onLogout: () => void
}

export function More({ agentName, unsentCount, isDark, onDarkChange, onLogout }: MoreProps) {
  const outbox: NavItem = { to: '/outbox', name: 'Outbox', Icon: InboxIcon }
  const settings: NavItem = { to: '/settings', name: 'Settings', Icon: SettingsIcon }
  return (
    <div className={styles.more}>
      <ul className={styles.list}>
        {[navItems.dashboard, outbox, navItems.createListing, navItems.surveyAnalytics, takeSurvey, settings].map(
          ({ to, name, Icon }) => (
            <li key={to}>
              <Link className={styles.place} to={to}>
                <IconTile>
                  <Icon />
                </IconTile>
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
              {formatCount(unsentCount, 'change is not sent yet', 'changes are not sent yet')}
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
