import { Link, useNavigate } from '@tanstack/react-router'
import { BrandMark } from '#ui/brand-mark.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NavigationCloseIcon, NavigationOpenIcon, SettingsIcon } from '#ui/first-page-icons.tsx'
import { SyncChip, type SyncStatus } from '#ui/sync-chip.tsx'
import styles from './navigation-bar.module.css'
import { PlaceLink } from './place-link.tsx'
import { type Place, places, takeSurvey } from './places.ts'

export type NavigationBarProps = {
  isSignedIn: boolean
  /** Left out while there is nothing to tell, as for a visitor. */
  syncStatus?: SyncStatus | undefined
  /** The preference `sidebarCollapsed`: on a desktop the places show only their icons. */
  isCollapsed: boolean
  onCollapse: (isCollapsed: boolean) => void
  onLogout: () => void
}

/** The bar at the top of every page; on phones and tablets the places move to the bottom bar. */
export function NavigationBar({ isSignedIn, syncStatus, isCollapsed, onCollapse, onLogout }: NavigationBarProps) {
  const navigate = useNavigate()
  const shown: Place[] = isSignedIn ? [...Object.values(places), takeSurvey] : [takeSurvey]
  return (
    <header className={styles.bar} data-signed-in={isSignedIn || undefined}>
      <Link className={styles.brand} to="/">
        <BrandMark />
        <span className={styles.word}>Fanlight</span>
      </Link>
      <nav className={styles.places} aria-label="Main" data-collapsed={isCollapsed || undefined}>
        {shown.map(({ to, name, Icon }) => (
          <PlaceLink key={to} className={styles.place} to={to} title={isCollapsed ? name : undefined}>
            <Icon className={styles.icon} />
            <span className={styles.name}>{name}</span>
          </PlaceLink>
        ))}
      </nav>
      <div className={styles.end}>
        {syncStatus && <SyncChip status={syncStatus} onClick={() => void navigate({ to: '/outbox' })} />}
        {isSignedIn ? (
          <>
            <IconButton
              className={styles.onDesktop}
              label={isCollapsed ? 'Show names in the navigation' : 'Show only icons in the navigation'}
              onClick={() => onCollapse(!isCollapsed)}
            >
              {isCollapsed ? <NavigationOpenIcon /> : <NavigationCloseIcon />}
            </IconButton>
            <PlaceLink className={styles.settings} to="/settings" title="Settings" aria-label="Settings">
              <SettingsIcon />
            </PlaceLink>
            <button type="button" className={styles.logout} onClick={onLogout}>
              Logout
            </button>
          </>
        ) : (
          <>
            <PlaceLink className={styles.link} to="/login">
              Login
            </PlaceLink>
            <PlaceLink className={styles.link} to="/register">
              Register
            </PlaceLink>
          </>
        )}
      </div>
    </header>
  )
}
