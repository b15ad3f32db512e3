import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BrandMark } from '#ui/icons/icon.tsx'
import { NavLink, type NavItem, takeSurvey } from './nav-link.tsx'
import styles from './top-bar.module.css'

type TopBarProps = {
  isSignedIn: boolean
  navItems: readonly NavItem[]
  /** Whether the navigation shows only icons. */
  isCollapsed?: boolean
  children: ReactNode
}

/** On phones and tablets it shows only the last of `navItems`, the survey: the bottom bar links to the others. */
export function TopBar({ isSignedIn, navItems, isCollapsed = false, children }: TopBarProps) {
  return (
    <header className={styles.bar} data-signed-in={isSignedIn || undefined}>
      <Link className={styles.brand} to="/">
        <BrandMark />
        <span className={styles.word}>Fanlight</span>
      </Link>
      <nav className={styles.places} aria-label="Main" data-collapsed={isCollapsed || undefined}>
        {navItems.map(({ to, name, Icon }) => (
          <NavLink key={to} className={styles.place} to={to} title={isCollapsed ? name : undefined}>
            <Icon className={styles.icon} />
            <span className={styles.name}>{name}</span>
          </NavLink>
        ))}
      </nav>
      <div className={styles.end}>{children}</div>
    </header>
  )
}

const places = [takeSurvey]

export function GuestBar() {
  return (
    <TopBar isSignedIn={false} navItems={places}>
      <NavLink className={styles.link} to="/login">
        Login
      </NavLink>
      <NavLink className={styles.link} to="/register">
        Register
      </NavLink>
    </TopBar>
  )
}
