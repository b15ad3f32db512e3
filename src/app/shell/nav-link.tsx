import { Link, useLocation } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { linkToListPosition } from '#ui/lists/list-positions.ts'
import { ClipboardListIcon, type IconProps } from '#ui/icons/icon.tsx'

type PlaceLinkProps = {
  to: string
  /** Maps a path to its place in this bar. */
  placeOf?: (path: string) => string | undefined
  className?: string | undefined
  title?: string | undefined
  'aria-label'?: string | undefined
  children: ReactNode
}

/**
 * A navigation link, `aria-current` on every page of its place. It returns to the list's last search and position; on
 * its own page it first scrolls to the top, then resets the list.
 */
export function NavLink({ to, placeOf = navItemOfPath, ...rest }: PlaceLinkProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isHere = path === to
  function scrollUp(event: MouseEvent) {
    if (!isHere || window.scrollY === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    window.scrollTo({ top: 0 })
  }
  return (
    <Link
      {...rest}
      {...(isHere ? { to } : linkToListPosition(to))}
      onClick={scrollUp}
      activeOptions={{ exact: true }}
      aria-current={placeOf(path) === to ? 'page' : undefined}
    />
  )
}

export type NavItem = {
  to: string
  /** The specification's name of the place. */
  name: string
  Icon: (props: IconProps) => ReactNode
}

/** Shown on every page, also to visitors. */
export const takeSurvey: NavItem = { to: '/questionnaire', name: 'Take Survey', Icon: ClipboardListIcon }

const createListing = '/listings/new'
const myListings = '/my-listings'
const others = [
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

/** Returns the navigation place of a page, such as My Listings for any listing. */
export function navItemOfPath(path: string): string | undefined {
  if (/^\/listings\/(new|create)(\/|$)/.test(path)) return createListing
  if (/^\/(my-listings|listings|figures|open-houses)(\/|$)/.test(path)) return myListings
  // Appointments appear in the Dashboard's calendar.
  if (path.startsWith('/appointments/')) return '/dashboard'
  return others.find((to) => path === to || path.startsWith(`${to}/`))
}

export function bottomPlaceOfPath(path: string): string | undefined {
  const place = navItemOfPath(path)
  if (place === createListing) return myListings
  return place === undefined || onBottomBar.has(place) ? place : '/more'
}

const onBottomBar = new Set(['/today', myListings, '/clients', '/tours'])
