import type { Kysely } from 'kysely'
import { isTransient } from './database-errors.ts'
import type { Tables } from './tables.ts'
import {
  refusalOf,
  RefusedWrite,
  write,
  writeAll,
  type PendingWrite,
  type GroupMember,
  type WriteOutcome,
} from './write.ts'

type WaitingWrite = PendingWrite & { resolve: (outcome: WriteOutcome) => void; reject: (error: unknown) => void }

export type WriteGroup = {
  members: GroupMember[]
  /** Resolves when all members are answered. */
  ended: Promise<void>
}

/**
 * Returns `size` members, one for each request of a batch by one agent. Their writes share a transaction and thus one
 * disk sync. The transaction begins when each member has called `write` or `leave` and `before` has resolved; the writes run in order,
 * and no request is answered before the commit. If a write is refused, the transaction is rolled back: the writes before it, the refused
 * one, and the writes after it then run separately. A changed history or a lock timeout refuses all; after other failures, each runs alone.
 */
export function writeGroup(db: Kysely<Tables>, size: number, before: Promise<void> = Promise.resolve()): WriteGroup {
  const members = Array.from({ length: size }, () => groupMember(db))
  const ended = Promise.all(members.map(({ writeOrNull }) => writeOrNull)).then(async (all) => {
    await before
    await answerAll(
      db,
      all.filter((one) => one !== null),
    )
  })
  return { members, ended }
}

/** `writeOrNull` resolves to the member's write, or to null if the member left without one. */
function groupMember(db: Kysely<Tables>): GroupMember & { writeOrNull: Promise<WaitingWrite | null> } {
  let isClosed = false
  let settle: (writeOrNull: WaitingWrite | null) => void = () => {}
  const writeOrNull = new Promise<WaitingWrite | null>((resolve) => {
    settle = resolve
  })
  return {
    writeOrNull,
    write: (request, work) => {
      // A second write by the same request gets its own transaction.
      if (isClosed) return write(db, request, work)
      isClosed = true
      return new Promise((resolve, reject) => settle({ request, work, resolve, reject }))
    },
    leave: () => {
      isClosed = true
      settle(null)
    },
  }
}

async function answerAll(db: Kysely<Tables>, all: readonly WaitingWrite[]): Promise<void> {
  if (all.length <= 1) return answerEach(db, all)
  try {
    const outcomes = await writeAll(db, all)
    for (const [position, { resolve }] of all.entries()) resolve(outcomes[position]!)
  } catch (error) {
    const index = error instanceof RefusedWrite ? all.findIndex((one) => one === error.pendingWrite) : -1
    if (index >= 0) {
      await answerAll(db, all.slice(0, index))
      await answerEach(db, all.slice(index, index + 1))
      await answerAll(db, all.slice(index + 1))
    } else if (refusalOf(error, all[0]!.request) === undefined) await answerEach(db, all)
    else for (const { request, resolve } of all) resolve(refusalOf(error, request)!)
  }
}

async function answerEach(db: Kysely<Tables>, all: readonly WaitingWrite[]): Promise<void> {
  let databaseError: unknown
  for (const { request, work, resolve, reject } of all) {
    // If the database is unavailable, the rest fails at once instead of waiting for the same timeout.
    if (databaseError === undefined) {
      await write(db, request, work).then(resolve, (error: unknown) => {
        if (error instanceof Error && isTransient(error)) databaseError = error
        reject(error)
      })
    } else reject(databaseError)
  }
}
