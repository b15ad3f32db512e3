import { describe, test } from 'vitest'
import { runScenario } from './history.ts'
import { scenariosOfPlainServers } from './scenarios-of-plain-servers.ts'
import { scenariosOfRestoredServers } from './scenarios-of-restored-servers.ts'
import { scenarios } from './scenarios.ts'

// On fake IndexedDB they would add half a minute to `npm test`. The store's contract is tested there.
describe.each([
  ['memory', []],
  ['dexie', ['long']],
] as const)('stored in %s', (storage, tags) => {
  test.each([...scenarios, ...scenariosOfPlainServers, ...scenariosOfRestoredServers])(
    '$sentence',
    { tags: [...tags] },
    async ({ steps, server }) => {
      await runScenario(steps, { server, storage })
    },
  )
})
