import { Link, useLocation } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { keptPlace } from '#ui/lists/kept-places.ts'
import { ClipboardListIcon, type IconProps } from '#ui/icons/icon.tsx'

type PlaceLinkProps = {
  to: string
  /** Which place of its bar a page belongs to. */
  placeOf?: (path: string) => string | undefined
  className?: string | undefined
  title?: string | undefined
  'aria-label'?: string | undefined
  children: ReactNode
}

/**
 * A link of a navigation that is `aria-current` on every page that belongs to its place. It leads back to where a list was
 * left; on its own page it first scrolls to the top, and from there shows the whole list again.
 */
export function PlaceLink({ to, placeOf = placeOfPath, ...rest }: PlaceLinkProps) {
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
      {...(isHere ? { to } : keptPlace(to))}
      onClick={scrollUp}
      activeOptions={{ exact: true }}
      aria-current={placeOf(path) === to ? 'page' : undefined}
    />
  )
}

export type Place = {
  to: string
  /** The specification's name of the place. */
  name: string
  Icon: (props: IconProps) => ReactNode
}

/** A place that is on every page. */
export const takeSurvey: Place = { to: '/questionnaire', name: 'Take Survey', Icon: ClipboardListIcon }

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

/**
 * The address in the navigation bar under which a page belongs: a listing belongs to My Listings, whatever its address.
 * `undefined` for pages that stand alone.
 */
export function placeOfPath(path: string): string | undefined {
  if (/^\/listings\/(new|create)(\/|$)/.test(path)) return createListing
  if (/^\/(my-listings|listings|figures|open-houses)(\/|$)/.test(path)) return myListings
  // They are seen in its calendar.
  if (path.startsWith('/appointments/')) return '/dashboard'
  return others.find((to) => path === to || path.startsWith(`${to}/`))
}

/** The same for the bottom bar, which has fewer places: More leads to what it has no room for. */
export function bottomPlaceOfPath(path: string): string | undefined {
  const place = placeOfPath(path)
  if (place === createListing) return myListings
  return place === undefined || onBottomBar.has(place) ? place : '/more'
}

const onBottomBar = new Set(['/today', myListings, '/clients', '/tours'])
