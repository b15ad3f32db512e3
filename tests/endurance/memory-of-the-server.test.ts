import { pathToFileURL } from 'node:url'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { databaseKinds } from '#tests/support/databases.ts'
import { serverProcesses, type ServerProcess } from '#tests/support/server-process.ts'
import { persistentAgent, type PersistentAgent } from './agent-at-server.ts'

const processes = serverProcesses()
vi.setConfig({ testTimeout: 1_200_000 })
const requests = 50_000
/** Enough agents that none reaches its write limit. */
const agentsAtWork = 16

test.each(databaseKinds)(
  'after 50,000 requests the server uses at most a fifth more memory than after 10,000, on %s',
  async (kind) => {
    const preload = pathToFileURL(path.join(import.meta.dirname, 'collect-garbage.mjs')).href
    const database = await processes.databaseOf(kind)
    const server = await processes.start({ ...database, NODE_OPTIONS: `--import=${preload}` })
    const agents = await Promise.all(
      Array.from({ length: agentsAtWork }, (_, index) => persistentAgent(() => server.origin, `agent-${index}`)),
    )
    const clients: number[][] = agents.map(() => [])
    const megabytes = new Map<number, number>()
    const startedAt = performance.now()
    let asked = 0
    for (const mark of [1000, 5000, 10_000, 20_000, 30_000, 40_000, requests]) {
      await Promise.all(
        agents.map(async (agent, index) => {
          while (asked < mark) {
            asked += 1
            await oneRequest(agent, asked, `${index}-${asked}:1`, clients[index]!)
          }
        }),
      )
      const { rss, heapUsed, external } = await afterGarbage(server)
      megabytes.set(mark, inMegabytes(rss))
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(
        `${kind}: ${inMegabytes(rss)} MB after ${mark} requests and ${seconds} s; of these ${inMegabytes(heapUsed)} MB JavaScript objects, ` +
          `${inMegabytes(external)} MB bytes of theirs.`,
      )
    }
    expect(megabytes.get(requests)! / megabytes.get(10_000)!).toBeLessThan(1.2)
  },
)

/** Half of ten requests write: two create a client, two change one, one deletes one. */
async function oneRequest(agent: PersistentAgent, number: number, key: string, mine: number[]): Promise<void> {
  const turn = number % 10
  const newest = mine.at(-1)
  if (turn < 2 || newest === undefined) {
    const person = { first_name: 'Nora', last_name: `Q${number}`, email: 'nora@example.com', notes: 'x'.repeat(300) }
    const made = await answered(agent, 201, 'POST', 'crm/clients/', person, key)
    mine.push((made as { id: number }).id)
  } else if (turn < 4) await answered(agent, 200, 'PATCH', `crm/clients/${newest}/`, { notes: `Called ${number}` }, key)
  else if (turn === 4) {
    await answered(agent, 204, 'DELETE', `crm/clients/${mine.shift()}/`, undefined, key)
  } else if (turn < 7) await answered(agent, 200, 'GET', `crm/clients/?search=Q${number % 50}`)
  else if (turn === 7) await answered(agent, 200, 'GET', 'sync/changes/?limit=100')
  else await answered(agent, 200, 'GET', `crm/clients/${newest}/`)
}

/** Throws at the first unexpected answer, instead of waiting for another. */
async function answered(
  agent: PersistentAgent,
  status: number,
  ...request: Parameters<PersistentAgent['ask']>
): Promise<unknown> {
  const answer = await agent.ask(...request)
  expect(answer?.status, `${request[0]} ${request[1]}: ${JSON.stringify(answer)}`).toBe(status)
  return answer?.body
}

type Memory = { rss: number; heapUsed: number; external: number }

/** Memory of the whole process, including the embedded database's. */
function afterGarbage({ child }: ServerProcess): Promise<Memory> {
  return new Promise((resolve) => {
    child.stdout?.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()) as Memory))
    child.kill('SIGUSR2')
  })
}

const inMegabytes = (bytes: number) => Math.round(bytes / 1e6)
