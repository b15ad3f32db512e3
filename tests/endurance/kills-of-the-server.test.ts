import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { databaseKinds } from '#tests/support/databases.ts'
import { serverProcesses } from '#tests/support/server-process.ts'
import { persistentAgent } from './agent-at-server.ts'
import { doRoundOfWork, differencesOf, type Expected, type Page } from './work-of-agents.ts'

const processes = serverProcesses()
vi.setConfig({ testTimeout: 1_800_000 })
const kills = Number(process.env['SERVER_KILLS'] ?? 30)
const writers = 6

test.each(databaseKinds)(
  'kill -9 in the middle of writing loses nothing and doubles nothing, on %s',
  async (databaseKind) => {
    const database = await processes.databaseOf(databaseKind)
    let server = await processes.start(database)
    const agent = await persistentAgent(() => server.origin, 'nora')
    const properties = (await agent.ask('GET', 'properties/properties/?page_size=50'))?.body as Page
    const expected: Expected = new Map()
    const told = { operations: 0, isOver: false }
    const working = Array.from({ length: writers }, async (_, writer) => {
      for (let round = 0; !told.isOver; round += 1) {
        const property = properties.results[(writer + round * writers) % properties.results.length]!.id
        await doRoundOfWork(agent, `w${writer}-${round}`, property, expected, told)
      }
    })

    for (let kill = 0; kill < kills; kill += 1) {
      const before = told.operations
      while (told.operations < before + 20) await Promise.race([pause(5), Promise.all(working)])
      await pause(Math.random() * 200)
      server.child.kill('SIGKILL')
      await server.ended
      server = await processes.start(database)
      if ((kill + 1) % 5 === 0)
        console.log(`${databaseKind}: ${kill + 1} kills, ${told.operations} acknowledged operations.`)
    }
    told.isOver = true
    await Promise.all(working)

    const { lost, doubled, strange } = await differencesOf(agent, expected)
    console.log(
      `${databaseKind}: ${kills} kills, ${told.operations} acknowledged operations on ${expected.size} records: ` +
        `${lost.length} lost, ${doubled.length} doubled, ${strange.length} that nobody made.`,
    )
    expect({ lost, doubled, strange }).toEqual({ lost: [], doubled: [], strange: [] })
  },
)
