import {
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import type { RouteComponent } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { dropSecondPresses } from '#app/drop-second-presses.ts'
import { createAppRouter } from '#app/routes.tsx'
import { AppFrame } from '#app/shell/app-frame.tsx'
import { Toasts } from '#app/toasts.tsx'
import { feedFact } from '#core/sync/fact-names.ts'
import { useConnection } from '#state/connection.ts'
import { dismissNotification, useNotifications } from '#state/notifications.ts'
import { useSession } from '#state/session.ts'
import { deleteDevice } from '#storage/delete-device.ts'
import { DeviceProvider } from '#storage/device-context.tsx'
import { openDevice } from '#storage/open-device.ts'
import type { Device } from '#storage/device.ts'
import { untilDatabasesAreQuiet } from './quiet-databases.ts'

export type Agent = { id: number; device: Device }

let lastAgentId = Date.now()

/** A signed-in agent with a real, empty database that has heard all the server has; deleted when the test ends. */
export async function anAgentAtWork(): Promise<Agent> {
  const agent = await anAgentOnANewDevice()
  await agent.device.database.facts.put({ name: feedFact, value: { cursor: '1', entities: '' } })
  return agent
}

/** The same before the first load has ended. */
export async function anAgentOnANewDevice(): Promise<Agent> {
  lastAgentId += 1
  const id = lastAgentId
  const device = await openDevice(String(id))
  useSession.setState({
    ...useSession.getInitialState(),
    status: 'signed-in',
    user: {
      id,
      username: 'ann',
      email: 'ann@example.com',
      first_name: 'Ann',
      last_name: 'Lee',
      license_number: '',
      phone_number: '',
    },
  })
  useConnection.setState({ ...useConnection.getInitialState(), state: 'idle', serverKind: 'ours' })
  for (const { id: shown } of useNotifications.getState().notifications) dismissNotification(shown)
  onTestFinished(async () => {
    await cleanup()
    await untilDatabasesAreQuiet()
    device.close()
    await deleteDevice(String(id))
  })
  return { id, device }
}

/**
 * Opens an address on the agent's device: the real router with the app's addresses, searches and screens, the real
 * database, the real toasts. Addresses without a screen show their path.
 */
export async function openScreens(agent: Agent, address: string, screens: Record<string, RouteComponent>) {
  const root = createRootRoute({
    component: () => (
      <AppFrame
        isSignedIn
        syncStatus={undefined}
        isCollapsed={false}
        onCollapse={() => {}}
        onLogout={() => {}}
        toaster={<Toasts />}
      >
        <Outlet />
      </AppFrame>
    ),
  })
  const workspace = createRoute({
    getParentRoute: () => root,
    id: 'workspace',
    component: () => (
      <DeviceProvider device={agent.device}>
        <Outlet />
      </DeviceProvider>
    ),
  })
  const known = Object.entries(screens).map(([path, component]) =>
    createRoute({ getParentRoute: () => workspace, path, component, ...searchAt(path) }),
  )
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: root.addChildren([workspace.addChildren(known)]),
    history,
    scrollRestoration: true,
    defaultNotFoundComponent: () => <p>Nothing is at {router.state.location.pathname}</p>,
  })
  onTestFinished(dropSecondPresses(document))
  // The app's own table gives these screens their types; here they stand at the same addresses.
  const view = await render(<RouterProvider router={router as never} />)
  return {
    unmount: view.unmount,
    back: () => history.back(),
    go: (to: string) => history.push(to),
    address: () => `${router.state.location.pathname}${router.state.location.searchStr}`,
  }
}

type SearchReader = (search: Record<string, unknown>) => Record<string, unknown>

/** How the app's own table reads the search of an address; one that it does not have is a mistake of the test. */
function searchAt(path: string): { validateSearch?: SearchReader } {
  const routes = createAppRouter(createMemoryHistory()).routesByPath as Record<
    string,
    { options: { validateSearch?: SearchReader } } | undefined
  >
  const route = routes[path]
  if (route === undefined) throw new Error(`The app has no address ${path}.`)
  const { validateSearch } = route.options
  return validateSearch === undefined ? {} : { validateSearch }
}
