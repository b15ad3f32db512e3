import { PageFrame, type PageFrameProps } from './page-frame.tsx'
import { useNavigate } from '@tanstack/react-router'
import { NavigationCloseIcon, NavigationOpenIcon, SettingsIcon, SearchIcon, MenuIcon } from '#ui/icons/icon.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { SyncChip, type SyncStatus } from '#ui/feedback/sync-chip.tsx'
import { NavLink, takeSurvey, bottomNavItemOfPath } from './nav-link.tsx'
import { navItems } from './nav-items.ts'
import { TopBar } from './top-bar.tsx'
import styles from './top-bar.module.css'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import barStyles from './app-frame.module.css'

type AppFrameProps = Omit<PageFrameProps, 'topBar' | 'bottomBar'> & { agentBar: AgentBarProps }

export function AppFrame({ agentBar, ...page }: AppFrameProps) {
  return <PageFrame {...page} topBar={<AgentBar {...agentBar} />} bottomBar={<BottomBar />} />
}

type AgentBarProps = {
  syncStatus?: SyncStatus | undefined
  isCollapsed: boolean
  onCollapse: (isCollapsed: boolean) => void
  onLogout: () => void
  onFind: () => void
}

const allItems = [...Object.values(navItems), takeSurvey]

function AgentBar({ syncStatus, isCollapsed, onCollapse, onLogout, onFind }: AgentBarProps) {
  const navigate = useNavigate()
  return (
    <TopBar isSignedIn navItems={allItems} isCollapsed={isCollapsed}>
      <IconButton label="Find anything" onClick={onFind}>
        <SearchIcon />
      </IconButton>
      {syncStatus && <SyncChip status={syncStatus} onClick={() => void navigate({ to: '/outbox' })} />}
      <IconButton
        className={styles.onDesktop}
        label={isCollapsed ? 'Show names in the navigation' : 'Show only icons in the navigation'}
        onClick={() => onCollapse(!isCollapsed)}
      >
        {isCollapsed ? <NavigationOpenIcon /> : <NavigationCloseIcon />}
      </IconButton>
      <NavLink className={styles.settings} to="/settings" title="Settings" aria-label="Settings">
        <SettingsIcon />
      </NavLink>
      <button type="button" className={styles.logout} onClick={onLogout}>
        Logout
      </button>
    </TopBar>
  )
}

function BottomBar() {
  const { today, myListings, clients, tours } = navItems
  return (
    <nav className={barStyles.bar} aria-label="Places" data-bottom-bar>
      {[today, myListings, clients, tours].map(({ to, name, Icon }) => (
        <NavLink key={to} className={barStyles.place} to={to} placeOf={bottomNavItemOfPath} aria-label={name}>
          <Icon size={24} />
          {/* “My Listings” is too long for the bar; `aria-label` still has the full name. */}
          <span>{to === myListings.to ? 'Listings' : name}</span>
        </NavLink>
      ))}
      <NavLink className={barStyles.place} to="/more" placeOf={bottomNavItemOfPath}>
        <MenuIcon size={24} />
        <span>
          More
          <VisuallyHidden> places</VisuallyHidden>
        </span>
      </NavLink>
    </nav>
  )
}
