import { describe, test } from 'vitest'
import { runScenario } from './history.ts'
import { scenariosOfPlainServers } from './scenarios-of-plain-servers.ts'
import { scenariosOfRestoredServers } from './scenarios-of-restored-servers.ts'
import { scenarios } from './scenarios.ts'

// On fake IndexedDB they take half a minute of the gate, where other work runs beside them. The contract of the store stays there.
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
