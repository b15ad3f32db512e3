import type { Json } from '#core/contract/json.ts'
import { agentOfDatabase, databaseName } from '#storage/database/device-name.ts'
import { inExistingDatabase } from '#storage/database/existing-database.ts'
import { rememberedAgents, type RememberedAgent } from '#storage/device/remembered-agent.ts'

/** An agent with data on this device and the number of their unsent changes. `agent` is null if this device has no profile of them. */
export type LocalAgent = { agentId: string; unsent: number; agent: RememberedAgent | null }

/** Returns the agents with data on this device, for the sign-in page and Settings. Does not load Dexie. */
export async function listLocalAgents(): Promise<LocalAgent[]> {
  const agents = new Map((await rememberedAgents()).map((agent) => [agent.agentId, agent]))
  const names = await databaseNames()
  const agentIds = names.map((name) => agentOfDatabase(name)).filter((agentId) => agentId !== null)
  return Promise.all(
    agentIds.map(async (agentId) => ({
      agentId,
      agent: agents.get(agentId) ?? null,
      unsent: await countUnsent(databaseName(agentId)).catch(() => 0),
    })),
  )
}

/** True if the agent has data on this device. */
export async function hasDevice(agentId: string): Promise<boolean> {
  return (await databaseNames()).includes(databaseName(agentId))
}

async function databaseNames(): Promise<string[]> {
  // Older Firefox cannot list databases, so those of remembered agents are tried.
  if (!('databases' in indexedDB)) return (await rememberedAgents()).map(({ agentId }) => databaseName(agentId))
  return (await indexedDB.databases()).map(({ name }) => name ?? '')
}

async function countUnsent(name: string): Promise<number> {
  const count = await inExistingDatabase(name, ['outbox', 'facts'], 'readonly', (reading) => {
    const operations = reading.objectStore('outbox').count()
    // Exposure figures of an older version, until `upgrade-exposure.ts` turns them into operations.
    const figures = reading.objectStore('facts').getAll(IDBKeyRange.bound('figures unsent ', 'figures unsent \uffff'))
    const isThere = ({ value }: { value: Json }) => value !== null
    return () => operations.result + figures.result.filter(isThere).length
  })
  return count ?? 0
}
