import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onEveryDatabase } from '#tests/support/databases.ts'

onEveryDatabase((server) => {
  test('a named statement is planned again after its table has changed', async () => {
    const database = server().services.database.db
    const read = () => sql`select * from plan_of_change where id = ${1}`.execute(database)
    await sql`create table plan_of_change (id int)`.execute(database)
    await Promise.all(Array.from({ length: 20 }, read))
    await sql`alter table plan_of_change add column note text default 'new'`.execute(database)
    // Each connection of the pool may fail once.
    await Promise.allSettled(Array.from({ length: 20 }, read))
    await sql`insert into plan_of_change (id) values (1)`.execute(database)
    const answers = await Promise.all(Array.from({ length: 20 }, read))
    for (const { rows } of answers) expect(rows).toEqual([{ id: 1, note: 'new' }])
  })
})
