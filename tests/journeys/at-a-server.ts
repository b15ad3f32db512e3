import { test as anyTest } from '@playwright/test'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'

export * from '@playwright/test'

/**
 * With the server that the journeys of a worker share, each as agents of its own; started for the first that asks for it.
 * Who stops one, or gives it other data, starts their own. All journeys use this `test`: a worker has one alone.
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
 * For a browser that has a network all the time, in a journey that tells nothing of the worker: installing one takes longer
 * than many a journey.
 */
export const withoutWorker = { serviceWorkers: 'block' } as const
