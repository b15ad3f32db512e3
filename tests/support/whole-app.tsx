import { createMemoryHistory } from '@tanstack/react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { render } from './render.tsx'
import { App } from '#app/app.tsx'
import { dropSecondPresses } from '#app/page/drop-second-presses.ts'
import { followHeading } from '#app/page/follow-heading.ts'
import { createAppRouter } from '#app/routes.tsx'
import { startSession } from '#app/start-session.ts'
import { closeWorkspace, useWorkspace } from '#app/workspace.ts'
import type { User } from '#core/contract/account.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { clearPendingLogout } from '#state/pending-logout.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { listLocalAgents } from '#storage/opening/locate-devices.ts'
import { forgetAgent, rememberAgent, rememberedAgents } from '#storage/device/remembered-agent.ts'
import type { AccountServer } from './account-server.ts'
import { untilDatabasesAreIdle } from './until-databases-are-idle.ts'
import { forgetState } from './stores.ts'

/** Starts the app like `main.tsx`, with the browser's real storage, which is emptied afterwards. */
export async function openApp(address: string, { startNow = true } = {}) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(history)
  let stopSession = () => {}
  const start = () => {
    stopSession = startSession(router)
  }
  if (startNow) start()
  const stopFollowing = followHeading(router)
  const ending = new AbortController()
  dropSecondPresses(document, { signal: ending.signal })
  const view = await render(<App router={router} />)

  async function close(): Promise<void> {
    stopSession()
    stopFollowing()
    ending.abort()
    await view.unmount()
    await untilDatabasesAreIdle()
    await closeWorkspace()
    forgetState()
  }
  onTestFinished(async () => {
    await close()
    await cleanup()
    await forgetEverybody()
  })
  return {
    start,
    close,
    go: (to: string) => history.push(to),
    address: () => `${router.state.location.pathname}${router.state.location.searchStr}`,
  }
}

export async function mayaAtWork(server: AccountServer, wishes: Partial<User> = {}): Promise<User> {
  const maya = server.addAccount({ username: 'maya', ...wishes })
  server.signedIn = maya
  await rememberAgent(maya)
  return maya
}

export async function openedDevice(): Promise<Device> {
  await expect.poll(() => useWorkspace.getState().state, { timeout: 10_000 }).toBe('open')
  const workspace = useWorkspace.getState()
  if (workspace.state !== 'open') throw new Error('The workspace closed again.')
  return workspace.device
}

/** Returns the id of the waiting operation. */
export async function anUnsentClient({ replica, clock, ids }: Device, lastName = 'Park'): Promise<string> {
  const opId = ids.uuid()
  const changes = { first_name: 'Jo', last_name: lastName, email: 'jo@example.com', category: 'Buyer' }
  await createRecord(replica, clock, { opId, entity: 'client', changes })
  return opId
}

/** Real-time timers that `pass` moves ahead; `passQuietTime` runs postponed work (`src/app/page/when-idle.ts`). */
export function movableTimers(): { pass: (ms: number) => Promise<void>; passQuietTime: () => Promise<void> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const pass = async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms))
  return { pass, passQuietTime: () => pass(5500) }
}

async function forgetEverybody(): Promise<void> {
  for (const { agentId } of await listLocalAgents()) await deleteDevice(agentId)
  for (const { agentId } of await rememberedAgents()) await forgetAgent(agentId)
  clearPendingLogout()
}
