import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { commitAhead, sendAhead } from '#server/database/send-ahead.ts'
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
    await sendAhead(trx, keepSetting('secret').compile(trx))
    await expect(trx.commit().execute()).rejects.toThrow('duplicate key value')
    await trx.rollback().execute()
    expect((await settingOf('ahead')).rows).toEqual([])
    // And the connection is as good as before.
    expect((await settingOf('secret')).rows).toHaveLength(1)
  })

  test('a commit that is sent ahead is safe or fails by what it promised, and the next transaction may follow it at once', async () => {
    const failing = await database().startTransaction().execute()
    await sendAhead(failing, keepSetting('secret').compile(failing))
    const failed = await commitAhead(failing)
      .then(
        ({ isSafe }) => isSafe,
        () =>
          failing
            .rollback()
            .execute()
            .then(() => Promise.reject(new Error('duplicate key value'))),
      )
      .then(
        () => 'safe',
        (error: Error) => error.message,
      )
    expect(failed).toContain('duplicate key value')
    const trx = await database().startTransaction().execute()
    await keepSetting('after a failure').execute(trx)
    const [, { rows }] = await Promise.all([
      commitAhead(trx).then(({ isSafe }) => isSafe),
      settingOf('after a failure'),
    ])
    expect(rows.length).toBeLessThanOrEqual(1)
    expect((await settingOf('after a failure')).rows).toHaveLength(1)
  })

  test('who looks at the answer of a statement sent ahead stops the one after it', async () => {
    const trx = await database().startTransaction().execute()
    await sendAhead(trx, sql<{ seen: number }>`select 1 as seen`.compile(trx), ([row]) => {
      if (row?.seen === 1) throw new Error('seen')
    })
    await expect(sql`select 2`.execute(trx)).rejects.toThrow('seen')
    await trx.rollback().execute()
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
