import type { ControlledTransaction, Kysely } from 'kysely'
import { databaseErrorCode } from './database-errors.ts'
import { answerAgain, AnsweredBefore } from './kept-answers.ts'
import type { Tables } from './tables.ts'
import {
  type GroupMember,
  rollBack,
  stillRunning,
  type Work,
  write,
  writeInside,
  type WriteOutcome,
  type WriteRequest,
} from './write.ts'

type Asked = {
  request: WriteRequest
  work: Work
  resolve: (outcome: WriteOutcome) => void
  reject: (error: unknown) => void
}

/**
 * Places for requests of one agent, under different keys, whose writes share a transaction, so that the disk is waited for
 * once. It begins when all have written or left, and does them in the order of their places, each with a version of its own
 * and behind its own savepoint. None is answered before all of it is safe. What fails together is done one by one.
 */
export function writeGroup(db: Kysely<Tables>, size: number): GroupMember[] {
  const members = Array.from({ length: size }, () => groupMember(db))
  void Promise.all(members.map(({ asked }) => asked)).then((all) => answerAll(db, all))
  return members
}

function groupMember(db: Kysely<Tables>): GroupMember & { asked: Promise<Asked | null> } {
  let isOver = false
  let settle: (asked: Asked | null) => void = () => {}
  const asked = new Promise<Asked | null>((resolve) => {
    settle = resolve
  })
  return {
    asked,
    write: (request, work) => {
      // A request that writes again, after what it heard, does so alone.
      if (isOver) return write(db, request, work)
      isOver = true
      return new Promise((resolve, reject) => settle({ request, work, resolve, reject }))
    },
    leave: () => {
      isOver = true
      settle(null)
    },
  }
}

async function answerAll(db: Kysely<Tables>, members: readonly (Asked | null)[]): Promise<void> {
  const all = members.filter((asked) => asked !== null)
  try {
    if (all.length > 1) {
      const outcomes = await writeAll(db, all)
      for (const [index, { resolve }] of all.entries()) resolve(outcomes[index]!)
      return
    }
  } catch (error) {
    if (databaseErrorCode(error) === 'lock_not_available') {
      for (const { request, resolve } of all) resolve(stillRunning(request))
      return
    }
  }
  // None of it was kept: each by itself, so that only the one that cannot be done is not.
  for (const { request, work, resolve, reject } of all) await write(db, request, work).then(resolve, reject)
}

async function writeAll(db: Kysely<Tables>, all: readonly Asked[]): Promise<WriteOutcome[]> {
  const trx = await db.startTransaction().execute()
  try {
    const outcomes: WriteOutcome[] = []
    for (const { request, work } of all) outcomes.push(await writeOne(trx, request, work))
    await trx.commit().execute()
    return outcomes
  } catch (error) {
    await rollBack(trx)
    throw error
  }
}

async function writeOne(trx: ControlledTransaction<Tables>, request: WriteRequest, work: Work): Promise<WriteOutcome> {
  const before = await trx.savepoint('before_write').execute()
  try {
    return await writeInside(trx, request, work)
  } catch (error) {
    if (!(error instanceof AnsweredBefore)) throw error
    await before.rollbackToSavepoint('before_write').execute()
    return answerAgain(error.kept, request)
  }
}
