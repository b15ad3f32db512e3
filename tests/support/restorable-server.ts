import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { copyFolder, type DatabaseKind, newEmbeddedDatabase, newPostgresDatabase } from './databases.ts'
import { dumpDatabase, loadDump } from './postgres-server.ts'
import { openTestServer, type TestServer } from './server.ts'

export type RestorableServer = Pick<TestServer, 'app' | 'services' | 'listen' | 'stop'> & {
  /** Copies the current data: the closed data folder, or `pg_dump` while the server runs. */
  backUp: () => Promise<void>
  restore: () => Promise<void>
}

/** A server whose data can be restored as administrators do it. */
export async function startRestorableServer(kind: DatabaseKind): Promise<RestorableServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-restorable-'))
  const dataDir = path.join(folder, 'data')
  const copy = path.join(folder, 'copy')
  const postgres = kind === 'postgres' ? await newPostgresDatabase() : undefined
  if (postgres === undefined) await newEmbeddedDatabase(dataDir)
  let url = postgres?.url
  const drops = postgres === undefined ? [] : [postgres.drop]
  let current = await openTestServer(dataDir, url)

  return {
    get app() {
      return current.app
    },
    get services() {
      return current.services
    },
    listen: () => current.listen(),
    async stop() {
      await current.stop()
      for (const drop of drops) await drop()
      await rm(folder, { recursive: true, force: true })
    },
    async backUp() {
      if (url !== undefined) {
        await dumpDatabase(url, copy)
        return
      }
      await current.stop()
      await rm(copy, { recursive: true, force: true })
      await copyFolder(dataDir, copy)
      current = await openTestServer(dataDir, undefined)
    },
    async restore() {
      await current.stop()
      if (url === undefined) {
        await rm(dataDir, { recursive: true, force: true })
        await copyFolder(copy, dataDir)
      } else {
        const empty = await newPostgresDatabase('template0')
        drops.push(empty.drop)
        url = empty.url
        await loadDump(url, copy)
      }
      current = await openTestServer(dataDir, url)
    },
  }
}
