import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { databaseKinds } from '#tests/support/databases.ts'
import { serverProcesses } from '#tests/support/server-process.ts'
import { persistentAgent } from './agent-at-server.ts'

const processes = serverProcesses()
vi.setConfig({ testTimeout: 3_600_000 })
const requests = 50_000
const agentsAtWork = 8

test.each(databaseKinds)(
  'after 50,000 requests the server takes no more than a fifth above 10,000, on %s',
  async (kind) => {
    const server = await processes.start(await processes.databaseOf(kind))
    const agents = await Promise.all(
      Array.from({ length: agentsAtWork }, (_, index) => persistentAgent(() => server.origin, `agent-${index}`)),
    )
    const megabytes = new Map<number, number>()
    let asked = 0
    for (const mark of [1000, 5000, 10_000, 20_000, 30_000, 40_000, requests]) {
      await Promise.all(
        agents.map(async (agent, index) => {
          const mine: number[] = []
          while (asked < mark) {
            asked += 1
            const number = asked
            const kind = number % 10
            if (kind < 2 || mine.length === 0) {
              const person = {
                first_name: 'Nora',
                last_name: `Q${number}`,
                email: 'nora@example.com',
                notes: 'x'.repeat(300),
              }
              const made = await agent.insist('POST', 'crm/clients/', person, `${index}-${number}:1`)
              mine.push((made.body as { id: number }).id)
            } else if (kind < 4) {
              const changes = { notes: `Called ${number}` }
              await agent.insist('PATCH', `crm/clients/${mine.at(-1)}/`, changes, `${index}-${number}:1`)
            } else if (kind === 4 && mine.length > 20) {
              await agent.insist('DELETE', `crm/clients/${mine.shift()}/`, undefined, `${index}-${number}:1`)
            } else if (kind < 7) await agent.ask('GET', `crm/clients/?page=${1 + (number % 3)}&search=Q${number % 50}`)
            else if (kind === 7) await agent.ask('GET', 'sync/changes/?limit=100')
            else await agent.ask('GET', `crm/clients/${mine.at(-1)}/`)
          }
        }),
      )
      // What is left over is collected when there is nothing to do.
      await pause(3000)
      megabytes.set(mark, await residentMegabytes(server.child.pid!))
    }
    console.log(`${kind}: ${[...megabytes].map(([mark, size]) => `${size} MB after ${mark}`).join(', ')}.`)
    expect(megabytes.get(requests)! / megabytes.get(10_000)!).toBeLessThan(1.2)
  },
)

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}
