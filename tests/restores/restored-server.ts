import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { anAgentOverHttp } from '../support/agent-over-http.ts'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'
import {
  askPostgres,
  dumpDatabase,
  loadDump,
  type PostgresServer,
  postgresBinaries,
  startPostgres,
} from '../support/postgres-server.ts'

/** `snapshot`: the folder of a running server; `copy`: of a stopped one; `backup`: the server's; `dump`: PostgreSQL's. */
export type BackupMethod = 'snapshot' | 'copy' | 'backup' | 'dump'

export const backupMethods: readonly BackupMethod[] =
  postgresBinaries === undefined ? ['snapshot', 'copy', 'backup'] : ['snapshot', 'dump', 'copy', 'backup']

export type RestoredServer = {
  origin: string
  /** Returns the number of the stored state. */
  keep: () => Promise<number>
  putBack: (kept: number, end: 'stop' | 'kill') => Promise<void>
  close: () => Promise<void>
}

export type ServerTemplate = {
  addresses: readonly string[]
  start: (way: BackupMethod) => Promise<RestoredServer>
  close: () => Promise<void>
}

/** The contents of a server's folder, except the lock, which stays with the running server. */
const parts = ['database', 'photos']

export async function prepareServerTemplate(agents: readonly string[], sales: string): Promise<ServerTemplate> {
  const embedded = await startBuiltServer([['import-properties', sales]])
  const addresses = await register(embedded, agents)
  await embedded.stop()
  const postgres = backupMethods.includes('dump') ? await startPostgres() : undefined
  if (postgres !== undefined) {
    await postgres.createDatabase(emptyDatabase)
    const settings = { DATABASE_URL: postgres.urlOf(emptyDatabase) }
    const server = await startBuiltServer([['import-properties', sales]], settings)
    await register(server, agents)
    await server.close()
  }
  return {
    addresses,
    start: (way) =>
      way === 'dump' && postgres !== undefined ? startOnPostgres(postgres) : startOnFolder(embedded.dataFolder, way),
    close: async () => {
      await embedded.close()
      await postgres?.stop()
    },
  }
}

const emptyDatabase = 'beginning'

async function register({ origin }: BuiltServer, agents: readonly string[]): Promise<string[]> {
  let addresses: string[] = []
  for (const agent of agents) {
    const { ask } = await anAgentOverHttp(origin, agent)
    const answer = await ask('GET', '/api/properties/properties/?page_size=100')
    const { results } = (await answer.json()) as { results: { address: string }[] }
    addresses = results.map(({ address }) => address)
  }
  return addresses
}

async function startOnFolder(beginning: string, way: BackupMethod): Promise<RestoredServer> {
  const server = await startBuiltServer([], {}, beginning)
  const copies = await mkdtemp(path.join(tmpdir(), 'fanlight-kept-'))
  const { dataFolder } = server
  let kept = 0
  return {
    origin: server.origin,
    async keep() {
      const target = path.join(copies, String(kept))
      if (way === 'snapshot') await server.whileHalted(() => copyParts(dataFolder, target))
      else {
        if (way === 'backup') await server.run(['backup', target])
        else {
          await server.stop()
          await copyParts(dataFolder, target)
          await server.restart()
        }
      }
      return kept++
    },
    async putBack(number, end) {
      await server[end]()
      for (const part of parts) await rm(path.join(dataFolder, part), { recursive: true, force: true })
      const from = path.join(copies, String(number))
      if (way === 'backup') await server.run(['restore', path.join(from, (await readdir(from))[0]!)])
      else await copyParts(from, dataFolder)
      await server.restart()
    },
    async close() {
      await server.close()
      await rm(copies, { recursive: true, force: true })
    },
  }
}

/** A server that never got a photo has no folder for them. */
async function copyParts(from: string, to: string): Promise<void> {
  for (const part of parts) {
    await cp(path.join(from, part), path.join(to, part), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

let databases = 0

async function startOnPostgres(postgres: PostgresServer): Promise<RestoredServer> {
  const name = `day_${(databases += 1)}`
  await askPostgres(postgres.folder, `create database ${name} template ${emptyDatabase} strategy file_copy`)
  const url = postgres.urlOf(name)
  const server = await startBuiltServer([], { DATABASE_URL: url })
  const dumps = await mkdtemp(path.join(tmpdir(), 'fanlight-kept-'))
  const drop = () => askPostgres(postgres.folder, `drop database ${name} with (force)`)
  let kept = 0
  return {
    origin: server.origin,
    async keep() {
      await dumpDatabase(url, path.join(dumps, String(kept)))
      return kept++
    },
    async putBack(number, end) {
      await server[end]()
      await drop()
      await askPostgres(postgres.folder, `create database ${name} template template0`)
      await loadDump(url, path.join(dumps, String(number)))
      await server.restart()
    },
    async close() {
      await server.close()
      await drop()
      await rm(dumps, { recursive: true, force: true })
    },
  }
}
