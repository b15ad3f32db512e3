import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendAhead } from '#server/database/send-ahead.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'

onEveryDatabase((server) => {
  const database = () => server().services.database.db
  const settingOf = (name: string) => sql`select value from settings where name = ${name}`.execute(database())
  const keepSetting = (name: string) => sql`insert into settings (name, value) values (${name}, 'kept')`

  test('statements that nobody waits for are done in their order, inside their transaction', async () => {
    const trx = await database().startTransaction().execute()
    await sendAhead(trx, sql`create table in_order (step int)`.compile(trx))
    for (let step = 1; step <= 20; step += 1)
      await sendAhead(trx, sql`insert into in_order values (${step})`.compile(trx))
    const { rows } = await sql<{
      steps: number[]
    }>`select array_agg(step order by ctid) as steps from in_order`.execute(trx)
    expect(rows[0]?.steps).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    await trx.rollback().execute()
    await expect(sql`select * from in_order`.execute(database())).rejects.toThrow('in_order')
  })

  test('one that fails makes the commit fail with its own words, and nothing of the transaction stays', async () => {
    const trx = await database().startTransaction().execute()
    await keepSetting('ahead').execute(trx)
    await sendAhead(trx, keepSetting('epoch').compile(trx))
    await expect(trx.commit().execute()).rejects.toThrow('duplicate key value')
    await trx.rollback().execute()
    expect((await settingOf('ahead')).rows).toEqual([])
    // And the connection is as good as before.
    expect((await settingOf('epoch')).rows).toHaveLength(1)
  })

  test('a remembered plan whose table has changed is made anew', async () => {
    const read = () => sql`select * from plan_of_change where id = ${1}`.execute(database())
    await sql`create table plan_of_change (id int)`.execute(database())
    await Promise.all(Array.from({ length: 20 }, read))
    await sql`alter table plan_of_change add column note text default 'new'`.execute(database())
    // Each connection of the pool may hear of it once.
    await Promise.allSettled(Array.from({ length: 20 }, read))
    await sql`insert into plan_of_change (id) values (1)`.execute(database())
    const answers = await Promise.all(Array.from({ length: 20 }, read))
    for (const { rows } of answers) expect(rows).toEqual([{ id: 1, note: 'new' }])
  })
})
