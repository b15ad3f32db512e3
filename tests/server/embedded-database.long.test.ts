import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startEmbeddedDatabase } from '#server/database/embedded-database.ts'
import { newEmbeddedDatabase } from '#tests/support/databases.ts'

let folder: string
let embedded: Awaited<ReturnType<typeof startEmbeddedDatabase>>
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-embedded-'))
  await newEmbeddedDatabase(folder)
  embedded = await startEmbeddedDatabase(
    pathToFileURL(path.join(inject('serverBundle'), 'database-worker.js')),
    path.join(folder, 'database'),
    (error) => {
      throw error
    },
  )
})
afterAll(async () => {
  await embedded.close()
  await rm(folder, { recursive: true, force: true })
})

test('a connection lost in a transaction leaves nothing of it for the next connection', async () => {
  const lost = await connect()
  await lost.query('begin')
  await lost.query("insert into settings values ('unfinished', 'x')")
  await lost.end()

  const next = await connect()
  const { rows } = await next.query("select * from settings where name = 'unfinished'")
  expect(rows).toEqual([])
  await expect(next.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  expect((await next.query('select $1::int8 as number', [7])).rows).toEqual([{ number: '7' }])
  await next.end()
})

test('answers do not stay in memory', async () => {
  const client = await connect()
  const megabytes = async (count: number) => {
    for (let asked = 0; asked < count; asked += 1) {
      const { rows } = await client.query('select repeat(md5($1::text), 32768) as text', [asked])
      expect(rows[0].text).toHaveLength(1_048_576)
    }
  }
  // The database's thread collects garbage at its own times, so some memory always waits for that.
  await megabytes(100)
  collectGarbage()
  const before = process.memoryUsage().rss
  await megabytes(800)
  collectGarbage()
  expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(400)
  await client.end()
})

test('a connection that closes during its last query closes no other connection', async () => {
  const ending = openStream()
  const answered = new Promise((resolve) => ending.once('data', resolve))
  const question = 'select 1\0'
  ending.write(Buffer.concat([Buffer.from('Q'), bigEndian(4 + question.length), Buffer.from(question)]))
  ending.write(Buffer.concat([Buffer.from('X'), bigEndian(4)]))
  await answered

  const next = await connect()
  expect((await next.query('select 2 as number')).rows).toEqual([{ number: 2 }])
  await next.end()
})

/** Leaves only reachable memory to be measured. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function bigEndian(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(length)
  return bytes
}

async function connect(): Promise<Client> {
  const client = new Client({ user: 'postgres', database: 'postgres', stream: () => embedded.openStream() })
  await client.connect()
  return client
}

function openStream(): SocketLike {
  const stream = embedded.openStream() as SocketLike
  stream.connect()
  return stream
}

type SocketLike = Duplex & { connect: () => void }
