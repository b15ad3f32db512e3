import { createRootRoute, createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router'
import { readClientListSearch } from '#core/domain/clients/client-list-search.ts'
import type { DashboardSearch } from '#core/domain/schedule/dashboard-search.ts'
import { readTourListSearch, readNewTourSearch, readTourPageSearch } from '#core/domain/tours/tour-search-params.ts'
import {
  readCatalogSearch,
  readEditListingSearch,
  readListingsSearch,
} from '#features/listings/list/listings-search.ts'
import type { SettingsSearch } from '#features/account/settings/settings-search.ts'
import type { AnalyticsSearch } from '#features/survey/analytics/analytics-search.ts'
import { useKiosk } from '#state/kiosk.ts'
import type { TodaySearch } from '#features/today/today-search.ts'
import { useSession } from '#state/session.ts'
import { scrollRestorationKey } from '#ui/lists/list-positions.ts'
import { AppLayout, StaticShell } from './app-layout.tsx'
import { lazyScreen } from './lazy-components.ts'
import { pathAfterSignIn } from './path-after-sign-in.ts'
import { RouteError } from './route-error.tsx'

// `heading` is the title until the screen renders its `h1`. Every `$…Id` is a server id or a local key; both work permanently.

const ImportScreen = lazyScreen(() => import('#screens/import-screen.tsx'), 'ImportScreen')
const NotFoundScreen = lazyScreen(() => import('#screens/not-found-screen.tsx'), 'NotFoundScreen')

const root = createRootRoute({
  component: AppLayout,
  pendingComponent: StaticShell,
  notFoundComponent: NotFoundScreen,
  errorComponent: RouteError,
  // A kiosk shows only its page until the PIN is entered.
  beforeLoad: ({ location }) => {
    const { running } = useKiosk.getState()
    if (running !== null && location.pathname !== running.path) throw redirect({ href: running.path, replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Loaded separately, so that other pages load faster; `index.html` fetches it early for visits that start here.
  component: lazyScreen(() => import('#screens/home-screen.tsx'), 'HomeScreen'),
  staticData: { heading: null },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyScreen(() => import('#screens/login-screen.tsx'), 'LoginScreen'),
  staticData: { heading: 'Login' },
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search['next'] === 'string' ? { next: search['next'] } : {},
  beforeLoad: ({ search }) => {
    if (useSession.getState().status === 'signed-in') throw redirect({ href: pathAfterSignIn(search.next) })
  },
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  staticData: { heading: 'Register' },
  component: lazyScreen(() => import('#screens/register-screen.tsx'), 'RegisterScreen'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { heading: 'Reset Password' },
  component: lazyScreen(() => import('#screens/reset-password-screen.tsx'), 'ResetPasswordScreen'),
})

const questionnaire = createRoute({
  getParentRoute: () => root,
  path: '/questionnaire',
  staticData: { heading: 'Real Estate Technology Survey' },
  component: lazyScreen(() => import('#screens/questionnaire-screen.tsx'), 'QuestionnaireScreen'),
})

const workspace = createRoute({
  getParentRoute: () => root,
  id: 'workspace',
  component: lazyScreen(() => import('./workspace-layout.tsx'), 'WorkspaceLayout'),
  beforeLoad: ({ location }) => {
    if (useSession.getState().status !== 'signed-in') throw redirect({ to: '/login', search: { next: location.href } })
  },
})

const inWorkspace = { getParentRoute: () => workspace }

const workspaceRoutes = [
  createRoute({
    ...inWorkspace,
    path: '/dashboard',
    staticData: { heading: 'Dashboard' },
    // The screen parses the search, to keep the parser out of the first page.
    validateSearch: (search: DashboardSearch) => search,
    component: lazyScreen(() => import('#screens/dashboard-screen.tsx'), 'DashboardScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/today',
    staticData: { heading: 'Today' },
    validateSearch: (search: TodaySearch) => search,
    component: lazyScreen(() => import('#screens/today-screen.tsx'), 'TodayScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/shared',
    staticData: { heading: null },
    component: lazyScreen(() => import('#screens/shared-screen.tsx'), 'SharedScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/my-listings',
    staticData: { heading: 'My Listings' },
    validateSearch: readListingsSearch,
    component: lazyScreen(() => import('#screens/my-listings-screen.tsx'), 'MyListingsScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/listings/new',
    staticData: { heading: 'Create Listing' },
    validateSearch: readCatalogSearch,
    component: lazyScreen(() => import('#screens/create-listing-screen.tsx'), 'CreateListingScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/listings/create/$propertyId',
    staticData: { heading: 'Create Listing' },
    component: lazyScreen(() => import('#screens/create-listing-screen.tsx'), 'CreateListingScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/listings/edit/$listingId',
    staticData: { heading: 'Edit Listing' },
    validateSearch: readEditListingSearch,
    component: lazyScreen(() => import('#screens/edit-listing-screen.tsx'), 'EditListingScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/listings/$listingId',
    staticData: { heading: null },
    component: lazyScreen(() => import('#screens/listing-detail-screen.tsx'), 'ListingDetailScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/listings/$listingId/dashboard',
    staticData: { heading: null },
    component: lazyScreen(() => import('#screens/listing-dashboard-screen.tsx'), 'ListingDashboardScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/open-houses/$openHouseId/kiosk',
    staticData: { heading: 'Open-house sign-in' },
    component: lazyScreen(() => import('#screens/open-house-kiosk-screen.tsx'), 'OpenHouseKioskScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/clients',
    staticData: { heading: 'Clients' },
    validateSearch: readClientListSearch,
    component: lazyScreen(() => import('#screens/clients-screen.tsx'), 'ClientsScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/clients/new',
    staticData: { heading: 'Add New Client' },
    component: lazyScreen(() => import('#screens/new-client-screen.tsx'), 'NewClientScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/clients/import',
    staticData: { heading: 'Import Clients' },
    component: ImportScreen,
  }),
  createRoute({
    ...inWorkspace,
    path: '/listings/import',
    staticData: { heading: 'Import Listings' },
    component: ImportScreen,
  }),
  createRoute({
    ...inWorkspace,
    path: '/appointments/import',
    staticData: { heading: 'Import Appointments' },
    component: ImportScreen,
  }),
  createRoute({
    ...inWorkspace,
    path: '/figures/import',
    staticData: { heading: 'Import Figures' },
    validateSearch: (search: { listing?: string | number }) => search,
    component: ImportScreen,
  }),
  createRoute({
    ...inWorkspace,
    path: '/clients/edit/$clientId',
    staticData: { heading: 'Edit Client' },
    component: lazyScreen(() => import('#screens/edit-client-screen.tsx'), 'EditClientScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/clients/$clientId',
    staticData: { heading: null },
    component: lazyScreen(() => import('#screens/client-detail-screen.tsx'), 'ClientDetailScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/door-cards/$doorCardId',
    staticData: { heading: null },
    component: lazyScreen(() => import('#screens/door-card-screen.tsx'), 'DoorCardScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/tours',
    staticData: { heading: 'My Tours' },
    validateSearch: readTourListSearch,
    component: lazyScreen(() => import('#screens/tours-screen.tsx'), 'ToursScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/tours/new',
    staticData: { heading: 'Create Tour' },
    validateSearch: readNewTourSearch,
    component: lazyScreen(() => import('#screens/create-tour-screen.tsx'), 'CreateTourScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/tours/$tourId',
    staticData: { heading: null },
    validateSearch: readTourPageSearch,
    component: lazyScreen(() => import('#screens/tour-detail-screen.tsx'), 'TourDetailScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/tours/$tourId/run',
    staticData: { heading: null },
    component: lazyScreen(() => import('#screens/tour-run-screen.tsx'), 'TourRunScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/open-houses/$openHouseId/survey-kiosk',
    staticData: { heading: 'Survey' },
    component: lazyScreen(() => import('#screens/survey-kiosk-screen.tsx'), 'SurveyKioskScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/questionnaire/analytics',
    staticData: { heading: 'Questionnaire Analytics' },
    validateSearch: (search: AnalyticsSearch) => search,
    component: lazyScreen(() => import('#screens/questionnaire-analytics-screen.tsx'), 'QuestionnaireAnalyticsScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/outbox',
    staticData: { heading: 'Outbox' },
    component: lazyScreen(() => import('#screens/outbox-screen.tsx'), 'OutboxScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/settings',
    staticData: { heading: 'Settings' },
    validateSearch: (search: SettingsSearch) => search,
    component: lazyScreen(() => import('#screens/settings-screen.tsx'), 'SettingsScreen'),
  }),
  createRoute({
    ...inWorkspace,
    path: '/more',
    staticData: { heading: 'More' },
    component: lazyScreen(() => import('./more-page.tsx'), 'MorePage'),
  }),
]

const routeTree = root.addChildren([
  home,
  login,
  register,
  resetPassword,
  questionnaire,
  workspace.addChildren(workspaceRoutes),
])

/** Tests pass their own `history`. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    // Restores nothing while the prerendered home (`index.html`) is shown: the visitor may have scrolled it, and the page continues there.
    scrollRestoration: () => document.querySelector('#last-view:not([inert])') === null,
    getScrollRestorationKey: scrollRestorationKey,
    defaultErrorComponent: RouteError,
    ...(history === undefined ? {} : { history }),
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** The document title before the screen renders its heading; null if only the screen knows it. */
    heading?: string | null
  }
  interface HistoryState {
    /** A message from the previous screen, such as a successful registration. */
    notice?: string
    /** Prefills the login form. */
    username?: string
    /** The history entry whose scroll position this entry takes over. */
    keptAt?: string
  }
}
