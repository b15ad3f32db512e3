import { afterAll, beforeAll } from 'vitest'
import { type BuiltServer, startBuiltServer } from '#tests/support/built-server.ts'
import { startAnotherSite } from './another-site.ts'
import type { Engine } from './driver.ts'
import { type EnginePage, startEngine } from './engine-page.ts'

/** A browser at its own server, and another site to navigate to. */
export type BrowserWithServer = { page: EnginePage; server: BuiltServer; elsewhere: string; end: () => Promise<void> }

export async function startBrowserWithServer(
  engine: Engine,
  startServer: () => Promise<BuiltServer> = startBuiltServer,
): Promise<BrowserWithServer> {
  const server = await startServer()
  const site = await startAnotherSite()
  // Cookies belong to a host, so this one differs from that of the other site.
  const page = await startEngine(engine, server.origin.replace('127.0.0.1', 'localhost'))
  return {
    page,
    server,
    elsewhere: site.address,
    end: async () => {
      await page.end()
      await site.close()
      await server.close()
    },
  }
}

/** For tests that build on each other; set before the first of them. */
export function sharedByTests(engine: Engine, startServer?: () => Promise<BuiltServer>): BrowserWithServer {
  const shared = {} as BrowserWithServer
  beforeAll(async () => void Object.assign(shared, await startBrowserWithServer(engine, startServer)))
  afterAll(() => shared.end?.())
  return shared
}
