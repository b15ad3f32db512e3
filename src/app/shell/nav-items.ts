import {
  ChartColumnIcon,
  DashboardIcon,
  HouseIcon,
  HousePlusIcon,
  RouteIcon,
  SunIcon,
  UsersIcon,
} from '#ui/icons/icon.tsx'
import type { NavItem } from './nav-link.tsx'

/** In the order of the navigation bar. */
export const navItems = {
  dashboard: { to: '/dashboard', name: 'Dashboard', Icon: DashboardIcon },
  today: { to: '/today', name: 'Today', Icon: SunIcon },
  myListings: { to: '/my-listings', name: 'My Listings', Icon: HouseIcon },
  createListing: { to: '/listings/new', name: 'Create Listing', Icon: HousePlusIcon },
  clients: { to: '/clients', name: 'Clients', Icon: UsersIcon },
  tours: { to: '/tours', name: 'Tours', Icon: RouteIcon },
  surveyAnalytics: { to: '/questionnaire/analytics', name: 'Survey Analytics', Icon: ChartColumnIcon },
} satisfies Record<string, NavItem>
