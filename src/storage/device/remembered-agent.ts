import { entries, get, promisifyRequest, setMany } from 'idb-keyval'
import type { User } from '#core/contract/account.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { keysStore, keysStoreOnce } from './keys-store.ts'

/** An agent with data on this device. `locked` after a 401: the data waits until the same agent signs in again (reading R1). */
export type RememberedAgent = { agentId: string; user: User; locked: boolean; seenAt: number }

/** The agent who is signed in here, known without a network; null when none is. A locked agent is signed out, yet remembered. */
export async function signedInAgent(): Promise<RememberedAgent | null> {
  const agentId = await get<string>(currentKey(), keysStore())
  return agentId === undefined ? null : ((await get<RememberedAgent>(agentKey(agentId), keysStore())) ?? null)
}

/** After a login or a profile answer: this agent is signed in, unlocked, with this profile. */
export async function rememberAgent(user: User): Promise<RememberedAgent> {
  const agent: RememberedAgent = { agentId: String(user.id), user, locked: false, seenAt: Date.now() }
  await setMany(
    [
      [agentKey(agent.agentId), agent],
      [currentKey(), agent.agentId],
    ],
    // Not when the page returns from the cache: another page may have signed the agent out in between.
    keysStoreOnce(),
  )
  return agent
}

/**
 * After a 401, or *Keep it locked on this device*: the data stays, no agent is signed in. A 401 may come after the
 * data was deleted; nothing is kept of that agent then.
 */
export async function lockAgent(agentId: string): Promise<void> {
  await keysStoreOnce()('readwrite', async (store) => {
    const agent = await promisifyRequest<RememberedAgent | undefined>(store.get(agentKey(agentId)))
    if (agent !== undefined) store.put({ ...agent, locked: true }, agentKey(agentId))
    await forgetCurrent(agentId, store)
  })
}

/** After the agent's data was deleted. */
export async function forgetAgent(agentId: string): Promise<void> {
  await keysStore()('readwrite', async (store) => {
    store.delete(agentKey(agentId))
    await forgetCurrent(agentId, store)
  })
}

/** Everyone with a profile on this device, last seen first. */
export async function rememberedAgents(): Promise<RememberedAgent[]> {
  const all = await entries<string, RememberedAgent>(keysStore())
  return all
    .filter(([key, agent]) => key.startsWith(agentKey('')) && agent !== undefined)
    .map(([, agent]) => agent)
    .sort((one, other) => other.seenAt - one.seenAt)
}

async function forgetCurrent(agentId: string, store: IDBObjectStore): Promise<void> {
  if ((await promisifyRequest<string | undefined>(store.get(currentKey()))) === agentId) store.delete(currentKey())
}

function currentKey(): string {
  return `signed-in:${thisServer()}`
}

function agentKey(agentId: string): string {
  return `agent:${thisServer()}:${agentId}`
}
