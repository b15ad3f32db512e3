import { afterAll, beforeAll } from 'vitest'
import { type BuiltServer, startBuiltServer } from '#tests/support/built-server.ts'
import { startAnotherSite } from './another-site.ts'
import type { Engine } from './driver.ts'
import { type EnginePage, startEngine } from './engine-page.ts'

/** A browser at a server of its own, and another site to leave it for. */
export type AtAServer = { page: EnginePage; server: BuiltServer; elsewhere: string; end: () => Promise<void> }

export async function startAtAServer(
  engine: Engine,
  startServer: () => Promise<BuiltServer> = startBuiltServer,
): Promise<AtAServer> {
  const server = await startServer()
  const site = await startAnotherSite()
  // Another host than that of the other site, so that cookies and storage are its own.
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

/** For tests of which each goes on where the one before has ended; there from the first of them on. */
export function sharedByTests(engine: Engine, startServer?: () => Promise<BuiltServer>): AtAServer {
  const shared = {} as AtAServer
  beforeAll(async () => void Object.assign(shared, await startAtAServer(engine, startServer)))
  afterAll(() => shared.end?.())
  return shared
}
