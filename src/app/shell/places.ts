import type { ReactNode } from 'react'
import type { IconProps } from '#ui/draw-icon.tsx'
import {
  ChartColumnIcon,
  ClipboardListIcon,
  DashboardIcon,
  HouseIcon,
  HousePlusIcon,
  RouteIcon,
  UsersIcon,
} from '#ui/first-page-icons.tsx'

export type Place = {
  to: string
  /** The specification's name of the place. */
  name: string
  Icon: (props: IconProps) => ReactNode
}

export const takeSurvey: Place = { to: '/questionnaire', name: 'Take Survey', Icon: ClipboardListIcon }

/** The places of a signed-in agent, in the order of the navigation bar. */
export const places = {
  dashboard: { to: '/dashboard', name: 'Dashboard', Icon: DashboardIcon },
  myListings: { to: '/my-listings', name: 'My Listings', Icon: HouseIcon },
  createListing: { to: '/listings/new', name: 'Create Listing', Icon: HousePlusIcon },
  clients: { to: '/clients', name: 'Clients', Icon: UsersIcon },
  tours: { to: '/tours', name: 'Tours', Icon: RouteIcon },
  surveyAnalytics: { to: '/questionnaire/analytics', name: 'Survey Analytics', Icon: ChartColumnIcon },
} satisfies Record<string, Place>

/**
 * The address in the navigation bar under which a page belongs: a listing belongs to My Listings, whatever its address.
 * `undefined` for pages that stand alone.
 */
export function placeOfPath(path: string): string | undefined {
  if (/^\/listings\/(new|create)(\/|$)/.test(path)) return places.createListing.to
  if (/^\/(my-listings|listings)(\/|$)/.test(path)) return places.myListings.to
  const all: Place[] = [places.surveyAnalytics, places.dashboard, places.clients, places.tours, takeSurvey]
  return all.find(({ to }) => path === to || path.startsWith(`${to}/`))?.to
}
