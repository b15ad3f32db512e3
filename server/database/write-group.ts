import type { ControlledTransaction, Kysely } from 'kysely'
import { databaseErrorCode } from './database-errors.ts'
import { answerAgain, AnsweredBefore, beginWrites, keepAnswers, takeNextVersion } from './kept-answers.ts'
import type { Tables } from './tables.ts'
import {
  contextOf,
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
 * once. It begins when all have written or left, and does them in the order of their places, each with a version of its own.
 * One that is refused leaves nothing but its answer. None is answered before all of it is safe. What fails together is done one by one.
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
  try {
    return await inTransaction(db, (trx) => writeAtOnce(trx, all))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return inTransaction(db, (trx) => writeInTurn(trx, all))
  }
}

type Trx = ControlledTransaction<Tables>

async function inTransaction(db: Kysely<Tables>, work: (trx: Trx) => Promise<WriteOutcome[]>): Promise<WriteOutcome[]> {
  const trx = await db.startTransaction().execute()
  try {
    const outcomes = await work(trx)
    await trx.commit().execute()
    return outcomes
  } catch (error) {
    await rollBack(trx)
    throw error
  }
}

/** Thrown where one of a group is refused and has to leave no more than its answer. */
class Refused extends Error {}

/** As a rule none is refused: then none needs a savepoint, and what each begins and ends with is asked for once. */
async function writeAtOnce(trx: Trx, all: readonly Asked[]): Promise<WriteOutcome[]> {
  const { agentId } = all[0]!.request
  const keys = all.map(({ request }) => request.key)
  const before = await beginWrites(trx, agentId, keys)
  const outcomes: WriteOutcome[] = []
  const fresh: { request: WriteRequest; outcome: WriteOutcome }[] = []
  for (const [index, { request, work }] of all.entries()) {
    const kept = before[index] ?? null
    if (kept !== null) {
      outcomes.push(answerAgain(kept, request))
      continue
    }
    if (fresh.length > 0) await takeNextVersion(trx, agentId)
    const outcome = { ...(await work(trx, contextOf(request))), replayed: false }
    if (outcome.status >= 400) throw new Refused()
    outcomes.push(outcome)
    fresh.push({ request, outcome })
  }
  await keepAnswers(trx, fresh)
  return outcomes
}

/** Each behind its own savepoint. */
async function writeInTurn(trx: Trx, all: readonly Asked[]): Promise<WriteOutcome[]> {
  const outcomes: WriteOutcome[] = []
  for (const { request, work } of all) outcomes.push(await writeOne(trx, request, work))
  return outcomes
}

async function writeOne(trx: Trx, request: WriteRequest, work: Work): Promise<WriteOutcome> {
  const before = await trx.savepoint('before_write').execute()
  try {
    return await writeInside(trx, request, work)
  } catch (error) {
    if (!(error instanceof AnsweredBefore)) throw error
    await before.rollbackToSavepoint('before_write').execute()
    return answerAgain(error.kept, request)
  }
}
