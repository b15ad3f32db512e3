import type { Kysely } from 'kysely'
import { isTransient } from './database-errors.ts'
import type { Tables } from './tables.ts'
import { refusalOf, Refused, write, writeAll, type PendingWrite, type GroupMember, type WriteOutcome } from './write.ts'

type WaitingWrite = PendingWrite & { resolve: (outcome: WriteOutcome) => void; reject: (error: unknown) => void }

export type WriteGroup = {
  members: GroupMember[]
  ended: Promise<void>
}

/**
 * Members for requests of one agent, under different keys, whose writes share a transaction and thus one disk sync. It
 * begins when all members have written or left and `before` has resolved; writes run in order. Nothing is answered
 * before the commit. A refused write is done alone between the others; after any other failure, each is done alone.
 */
export function writeGroup(db: Kysely<Tables>, size: number, before: Promise<void> = Promise.resolve()): WriteGroup {
  const members = Array.from({ length: size }, () => groupMember(db))
  const ended = Promise.all(members.map(({ asked }) => asked)).then(async (all) => {
    await before
    await answerAll(
      db,
      all.filter((one) => one !== null),
    )
  })
  return { members, ended }
}

function groupMember(db: Kysely<Tables>): GroupMember & { asked: Promise<WaitingWrite | null> } {
  let isOver = false
  let settle: (asked: WaitingWrite | null) => void = () => {}
  const asked = new Promise<WaitingWrite | null>((resolve) => {
    settle = resolve
  })
  return {
    asked,
    write: (request, work) => {
      // A second write by the same request gets its own transaction.
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

async function answerAll(db: Kysely<Tables>, all: readonly WaitingWrite[]): Promise<void> {
  if (all.length <= 1) return answerEach(db, all)
  try {
    const outcomes = await writeAll(db, all)
    for (const [index, { resolve }] of all.entries()) resolve(outcomes[index]!)
  } catch (error) {
    // The transaction was rolled back.
    const place = error instanceof Refused ? all.findIndex((one) => one === error.asked) : -1
    if (place >= 0) {
      await answerAll(db, all.slice(0, place))
      await answerEach(db, all.slice(place, place + 1))
      await answerAll(db, all.slice(place + 1))
    } else if (refusalOf(error, all[0]!.request) === undefined) await answerEach(db, all)
    else for (const { request, resolve } of all) resolve(refusalOf(error, request)!)
  }
}

async function answerEach(db: Kysely<Tables>, all: readonly WaitingWrite[]): Promise<void> {
  let away: unknown
  for (const { request, work, resolve, reject } of all) {
    // If the database is unavailable, the rest fails at once instead of waiting for the same timeout.
    if (away === undefined) {
      await write(db, request, work).then(resolve, (error: unknown) => {
        if (error instanceof Error && isTransient(error)) away = error
        reject(error)
      })
    } else reject(away)
  }
}
