import { entries, get, promisifyRequest, setMany } from 'idb-keyval'
import type { User } from '#core/contract/account.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { keyValueStore, keyValueStoreWithoutRetry } from './key-value-store.ts'

/** An agent with data on this device. `locked`: signed out, until the same agent signs in (reading R1). `seenAt`: when this device last received the profile. */
export type RememberedAgent = { agentId: string; user: User; locked: boolean; seenAt: number }

/** Returns the agent who is signed in here, or null; needs no network. A locked agent is not signed in. */
export async function signedInAgent(): Promise<RememberedAgent | null> {
  const agentId = await get<string>(currentKey(), keyValueStore())
  return agentId === undefined ? null : ((await get<RememberedAgent>(agentKey(agentId), keyValueStore())) ?? null)
}

/** Stores that this agent is signed in and unlocked. Call it after a login, or when the server has sent the profile. */
export async function rememberAgent(user: User): Promise<RememberedAgent> {
  const agent: RememberedAgent = { agentId: String(user.id), user, locked: false, seenAt: Date.now() }
  await setMany(
    [
      [agentKey(agent.agentId), agent],
      [currentKey(), agent.agentId],
    ],
    // The write is not retried when a frozen page returns: another page may have signed the agent out in the meantime.
    keyValueStoreWithoutRetry(),
  )
  return agent
}

/**
 * Signs the agent out and leaves the data on the device, after a 401 or *Keep it locked on this device*. Stores nothing if the data is
 * already deleted.
 */
export async function lockAgent(agentId: string): Promise<void> {
  await keyValueStoreWithoutRetry()('readwrite', async (store) => {
    const agent = await promisifyRequest<RememberedAgent | undefined>(store.get(agentKey(agentId)))
    if (agent !== undefined) store.put({ ...agent, locked: true }, agentKey(agentId))
    await forgetCurrent(agentId, store)
  })
}

/** Signs the agent out and deletes the agent's profile. */
export async function forgetAgent(agentId: string): Promise<void> {
  await keyValueStore()('readwrite', async (store) => {
    store.delete(agentKey(agentId))
    await forgetCurrent(agentId, store)
  })
}

/** Returns all agents with a profile on this device, last seen first. */
export async function rememberedAgents(): Promise<RememberedAgent[]> {
  const all = await entries<string, RememberedAgent>(keyValueStore())
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
