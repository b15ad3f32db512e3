import { describe, test } from 'vitest'
import { runScenario } from './history.ts'
import { scenariosOfPlainServers } from './scenarios-of-plain-servers.ts'
import { scenariosOfRestoredServers } from './scenarios-of-restored-servers.ts'
import { scenarios } from './scenarios.ts'

describe.each(['memory', 'dexie'] as const)('kept in %s', (storage) => {
  test.each([...scenarios, ...scenariosOfPlainServers, ...scenariosOfRestoredServers])(
    '$sentence',
    async ({ steps, server }) => {
      await runScenario(steps, { server, storage })
    },
  )
})
