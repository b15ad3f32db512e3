import { del, entries, get, set, update } from 'idb-keyval'
import type { User } from '#core/contract/account.ts'
import { thisServer } from './device-name.ts'
import { keysStore } from './keys-store.ts'

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
  await set(agentKey(agent.agentId), agent, keysStore())
  await set(currentKey(), agent.agentId, keysStore())
  return agent
}

/** After a 401, or *Keep them locked on this device*: the data stays, no agent is signed in. */
export async function lockAgent(agentId: string): Promise<void> {
  await update<RememberedAgent | undefined>(
    agentKey(agentId),
    (agent) => (agent === undefined ? undefined : { ...agent, locked: true }),
    keysStore(),
  )
  await forgetCurrent(agentId)
}

/** After the agent's data was deleted. */
export async function forgetAgent(agentId: string): Promise<void> {
  await del(agentKey(agentId), keysStore())
  await forgetCurrent(agentId)
}

/** Everyone with a profile on this device, last seen first. */
export async function rememberedAgents(): Promise<RememberedAgent[]> {
  const all = await entries<string, RememberedAgent>(keysStore())
  return all
    .filter(([key, agent]) => key.startsWith(agentKey('')) && agent !== undefined)
    .map(([, agent]) => agent)
    .sort((one, other) => other.seenAt - one.seenAt)
}

async function forgetCurrent(agentId: string): Promise<void> {
  if ((await get<string>(currentKey(), keysStore())) === agentId) await del(currentKey(), keysStore())
}

function currentKey(): string {
  return `signed-in:${thisServer()}`
}

function agentKey(agentId: string): string {
  return `agent:${thisServer()}:${agentId}`
}
