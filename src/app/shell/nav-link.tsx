import { Link, useLocation } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { linkToListPosition } from '#ui/lists/list-positions.ts'
import { ClipboardListIcon, type IconProps } from '#ui/icons/icon.tsx'

type NavLinkProps = {
  to: string
  /** Returns the path of the navigation item in this bar to which a page belongs. */
  placeOf?: (path: string) => string | undefined
  className?: string | undefined
  title?: string | undefined
  'aria-label'?: string | undefined
  children: ReactNode
}

/** Marked as current on every page of its area. Opens its list as last seen; pressed on the list, it first scrolls up, then ends the search. */
export function NavLink({ to, placeOf = navItemOfPath, ...rest }: NavLinkProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isCurrent = path === to
  function scrollUp(event: MouseEvent) {
    if (!isCurrent || window.scrollY === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    window.scrollTo({ top: 0 })
  }
  return (
    <Link
      {...rest}
      {...(isCurrent ? { to } : linkToListPosition(to))}
      onClick={scrollUp}
      activeOptions={{ exact: true }}
      aria-current={placeOf(path) === to ? 'page' : undefined}
    />
  )
}

export type NavItem = {
  to: string
  /** The name as in the specification. */
  name: string
  Icon: (props: IconProps) => ReactNode
}

/** Shown on every page, also to visitors. */
export const takeSurvey: NavItem = { to: '/questionnaire', name: 'Take Survey', Icon: ClipboardListIcon }

const createListing = '/listings/new'
const myListings = '/my-listings'
const otherItems = [
  '/today',
  '/dashboard',
  '/clients',
  '/tours',
  '/questionnaire/analytics',
  '/questionnaire',
  '/outbox',
  '/settings',
  '/more',
]

/** Returns the path of the navigation item to which a page belongs, such as My Listings for any listing. */
export function navItemOfPath(path: string): string | undefined {
  if (/^\/listings\/(new|create)(\/|$)/.test(path)) return createListing
  if (/^\/(my-listings|listings|figures|open-houses)(\/|$)/.test(path)) return myListings
  // Appointments appear in the Dashboard's calendar.
  if (path.startsWith('/appointments/')) return '/dashboard'
  return otherItems.find((to) => path === to || path.startsWith(`${to}/`))
}

/** Like `navItemOfPath`, for the bottom bar of narrow screens: a page whose item is not in this bar belongs to *More*. */
export function bottomNavItemOfPath(path: string): string | undefined {
  const place = navItemOfPath(path)
  if (place === createListing) return myListings
  return place === undefined || onBottomBar.has(place) ? place : '/more'
}

const onBottomBar = new Set(['/today', myListings, '/clients', '/tours'])
