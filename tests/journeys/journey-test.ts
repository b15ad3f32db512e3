import { test as anyTest } from '@playwright/test'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'

export * from '@playwright/test'

/**
 * Tests share one server per worker, started for the first that needs it, each with its own agents. A test that stops a
 * server or changes its data starts its own. All journeys use this `test`, so that a worker has only one.
 */
export const test = anyTest.extend<object, { server: BuiltServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright is told that it needs no other fixture
    async ({}, use) => {
      const server = await startBuiltServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * For a browser that always has a network, in a journey that does not test the worker: installing one takes longer than
 * many a journey.
 */
export const blockServiceWorker = { serviceWorkers: 'block' } as const
