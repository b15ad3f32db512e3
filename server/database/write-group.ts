import type { ControlledTransaction, Kysely } from 'kysely'
import type { Outcome } from '#server/http/outcome.ts'
import { historyChanged } from '#server/problem-responses.ts'
import { databaseErrorCode, isPassing } from './database-errors.ts'
import { answerAgain, beginWrites, keepAnswers, takeVersion } from './kept-answers.ts'
import { readTogether } from './read-first.ts'
import { commitAhead } from './send-ahead.ts'
import type { Tables } from './tables.ts'
import {
  contextOf,
  type GroupMember,
  rollBack,
  stillRunning,
  versionTaken,
  withVersion,
  type Work,
  write,
  type WriteOutcome,
  type WriteRequest,
} from './write.ts'

type Asked = {
  request: WriteRequest
  work: Work
  resolve: (outcome: WriteOutcome) => void
  reject: (error: unknown) => void
}

export type WriteGroup = {
  members: GroupMember[]
  /** Resolves when the next group may begin: on one connection its transaction travels with the commit of this one. */
  mayFollow: Promise<void>
}

/**
 * Places for requests of one agent, under different keys, whose writes share a transaction, so that the disk is waited for
 * once. It begins when all have written or left and it `mayBegin`, and does them in the order of their places, each with a
 * version of its own. None is answered before all of it is safe. One that is refused is done by itself between the others;
 * what fails together is done one by one.
 */
export function writeGroup(db: Kysely<Tables>, size: number, mayBegin: Promise<void> = Promise.resolve()): WriteGroup {
  const members = Array.from({ length: size }, () => groupMember(db))
  const mayFollow = new Promise<void>((pass) => {
    const asked = members.map((member) => member.asked)
    void Promise.all([mayBegin, ...asked])
      .then(([, ...all]) => all.filter((one) => one !== null))
      .then((all) => answerAll(db, all, pass).finally(pass))
  })
  return { members, mayFollow }
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

async function answerAll(db: Kysely<Tables>, all: readonly Asked[], pass: () => void): Promise<void> {
  if (all.length <= 1) return answerEach(db, all)
  try {
    const outcomes = await writeAll(db, all, pass)
    for (const [index, { resolve }] of all.entries()) resolve(outcomes[index]!)
  } catch (error) {
    // None of it was kept.
    if (error instanceof Refused) {
      const place = all.indexOf(error.asked)
      await answerAll(db, all.slice(0, place), () => {})
      await answerEach(db, [error.asked])
      await answerAll(db, all.slice(place + 1), pass)
    } else if (databaseErrorCode(error) === 'lock_not_available') {
      for (const { request, resolve } of all) resolve(stillRunning(request))
    } else if (databaseErrorCode(error) === 'history_changed') {
      for (const { resolve } of all) resolve({ ...historyChanged(), replayed: false })
    } else await answerEach(db, all)
  }
}

/** Each by itself, so that only the one that cannot be done is not. */
async function answerEach(db: Kysely<Tables>, all: readonly Asked[]): Promise<void> {
  let away: unknown
  for (const { request, work, resolve, reject } of all) {
    // Without a database the others are told at once, and need not wait in vain as long as this one did.
    if (away === undefined) {
      await write(db, request, work).then(resolve, (error: unknown) => {
        if (error instanceof Error && isPassing(error)) away = error
        reject(error)
      })
    } else reject(away)
  }
}

async function writeAll(db: Kysely<Tables>, all: readonly Asked[], pass: () => void): Promise<WriteOutcome[]> {
  const trx = await db.startTransaction().execute()
  try {
    const outcomes = await writeEach(trx, all)
    const { isSafe } = await commitAhead(trx)
    pass()
    await isSafe
    return outcomes
  } catch (error) {
    await rollBack(trx)
    throw error
  }
}

/** Thrown where one of a group is refused, which has to leave no more than its answer. */
class Refused extends Error {
  readonly asked: Asked

  constructor(asked: Asked) {
    super('One of a group is refused.')
    this.asked = asked
  }
}

/** As a rule none is refused: then none needs a savepoint, and what each begins and ends with is asked for once. */
async function writeEach(trx: ControlledTransaction<Tables>, all: readonly Asked[]): Promise<WriteOutcome[]> {
  const { agentId } = all[0]!.request
  const { version, before } = await beginWrites(
    trx,
    all.map(({ request }) => request),
  )
  const fresh = all.filter((_, index) => before[index] === null)
  const done = await workInTurn(trx, agentId, version, fresh)
  await keepAnswers(
    trx,
    [...done].map(([{ request }, outcome]) => ({ request, outcome })),
  )
  return all.map((asked, index) => {
    const outcome = done.get(asked)
    return outcome === undefined ? answerAgain(before[index]!, asked.request) : { ...outcome, replayed: false }
  })
}

/** One begins when the last question of the one before is on its way; the database does them in the order they were sent. */
async function workInTurn(
  trx: ControlledTransaction<Tables>,
  agentId: number,
  firstVersion: number,
  all: readonly Asked[],
): Promise<Map<Asked, Outcome>> {
  const wanted = all.flatMap(({ work }) => work.wanted ?? [])
  const readFirst = await readTogether(trx, agentId, wanted)
  const works: Promise<Outcome>[] = []
  let isFailed = false
  try {
    const version = versionTaken(agentId)
    for (const [index, { request, work }] of all.entries()) {
      // The first one's was taken with the look for earlier answers.
      const { taken } = index === 0 ? { taken: Promise.resolve(firstVersion) } : await takeVersion(trx, agentId)
      await new Promise<void>((passOn) => {
        const outcome = work(trx, contextOf(request, { version, readFirst, asksNoMore: passOn }))
        works.push(Promise.all([outcome, taken]).then(([worked, number]) => withVersion(worked, number)))
        outcome
          .then(({ status }) => (isFailed ||= status >= 400))
          .catch(() => (isFailed = true))
          .finally(passOn)
      })
      if (isFailed) break
    }
  } finally {
    // None may ask for anything when the transaction is over.
    await Promise.allSettled(works)
  }
  const done = new Map<Asked, Outcome>()
  for (const [index, outcome] of works.entries()) done.set(all[index]!, await outcome)
  for (const [asked, { status }] of done) if (status >= 400) throw new Refused(asked)
  return done
}
