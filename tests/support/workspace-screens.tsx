import { createMemoryHistory } from '@tanstack/react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { render } from './render.tsx'
import { App } from '#app/app.tsx'
import { dropSecondPresses } from '#app/page/drop-second-presses.ts'
import { type AppRouter, createAppRouter } from '#app/routes.tsx'
import { useWorkspace } from '#app/workspace.ts'
import { feedPlaceMetadataKey } from '#core/sync/metadata-keys.ts'
import { useConnection } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import type { Device } from '#storage/device/device.ts'
import { untilQueriesEnd } from '#storage/reading/live-query.ts'
import { untilDatabasesAreIdle } from './until-databases-are-idle.ts'
import { untilTestEnds } from './until-test-ends.ts'

export type Agent = { id: number; device: Device }

let lastAgentId = Date.now()

/** A signed-in agent with a real, empty database that has synced; deleted when the test ends. */
export async function anAgentAtWork(): Promise<Agent> {
  const agent = await anAgentOnANewDevice()
  await agent.device.database.facts.put({ name: feedPlaceMetadataKey, value: { cursor: '1', entities: '' } })
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
  useConnection.setState({ ...useConnection.getInitialState(), state: 'idle', isCounted: true, serverKind: 'ours' })
  onTestFinished(async () => {
    await cleanup()
    await untilDatabasesAreIdle()
    await untilQueriesEnd()
    useWorkspace.setState({ state: 'closed' }, true)
    device.close()
    await deleteDevice(String(id))
  })
  return { id, device }
}

/** Opens an address of the app. Everything is real except the sync, whose state is set in `useConnection`. */
export async function openScreens({ id, device }: Agent, address: string) {
  const sync = { syncNow: () => Promise.reject(new Error('No sync runs here.')), stop: () => Promise.resolve() }
  useWorkspace.setState({ state: 'open', agentId: String(id), device, sync }, true)
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(history)
  dropSecondPresses(document, untilTestEnds())
  const view = await render(<App router={router} />)
  // Waits for content, so that a missing element is not merely still loading.
  await expect.poll(() => document.querySelector('#content')?.childElementCount ?? 0).toBeGreaterThan(0)
  return {
    unmount: view.unmount,
    back: () => history.back(),
    go: (to: string) => history.push(to),
    address: () => `${router.state.location.pathname}${router.state.location.searchStr}`,
  }
}

/** Types into the search and clicks at once. As on a slow line, the screen at `path` loads after the typing has settled. */
export async function pressRightAfterTyping(
  words: string,
  pressed: Locator,
  path: keyof AppRouter['routesByPath'],
): Promise<void> {
  const { options } = createAppRouter(createMemoryHistory()).routesByPath[path]
  let arrive = () => {}
  const isThere = new Promise<void>((resolve) => (arrive = resolve))
  Object.assign(options, { beforeLoad: () => isThere })
  onTestFinished(() => void Object.assign(options, { beforeLoad: undefined }))
  await expect.element(pressed).toBeVisible()
  const element = pressed.element() as HTMLElement
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await page.getByRole('searchbox').fill(words)
  element.click()
  await vi.advanceTimersByTimeAsync(500)
  vi.useRealTimers()
  arrive()
}
