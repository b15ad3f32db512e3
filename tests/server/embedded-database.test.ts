import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { startEmbeddedDatabase } from '#server/database/embedded-database.ts'
import { newEmbeddedDatabase } from '#tests/support/databases.ts'

test('a connection that is lost in a transaction leaves nothing of it to the next one', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-embedded-'))
  await newEmbeddedDatabase(folder)
  const embedded = await startEmbeddedDatabase(
    pathToFileURL(path.join(inject('serverBundle'), 'database-worker.js')),
    path.join(folder, 'database'),
    (error) => {
      throw error
    },
  )
  const connect = async () => {
    const client = new Client({ user: 'postgres', database: 'postgres', stream: () => embedded.openStream() })
    await client.connect()
    return client
  }
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
  await embedded.close()
  await rm(folder, { recursive: true, force: true })
})
