import { describe, test } from 'vitest'
import { runScenario } from './history.ts'
import { scenariosOfPlainServers } from './scenarios-of-plain-servers.ts'
import { scenariosOfRestoredServers } from './scenarios-of-restored-servers.ts'
import { scenarios } from './scenarios.ts'

// On fake IndexedDB each takes four times as long; the contract of stores is checked by itself.
describe.each([
  ['memory', []],
  ['dexie', ['long']],
] as const)('kept in %s', (storage, tags) => {
  test.each([...scenarios, ...scenariosOfPlainServers, ...scenariosOfRestoredServers])(
    '$sentence',
    { tags: [...tags] },
    async ({ steps, server }) => {
      await runScenario(steps, { server, storage })
    },
  )
})
