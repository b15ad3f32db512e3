import { journalMs, type JournalEntry } from '#core/sync/operation.ts'
import type { Row } from '#core/sync/ports.ts'
import { decisionPrefix } from '#core/sync/deciding/set-aside.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { mirrorTable } from '#storage/database/device-database.ts'
import { entriesOf } from '#storage/database/journal-rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** What a decision did not keep. */
export type Decided = {
  entry: JournalEntry
  /** The record as it is now; missing once it is gone. */
  row: Row | undefined
}

/** The decisions of the last 30 days that gave something up, newest first. */
export function useDecided(): Decided[] | undefined {
  const { database, clock } = useDevice()
  return useLiveQuery(async () => {
    // By its own index, so that a long journal is neither read through nor watched.
    const notes = await database.journal.where('opId').startsWith(decisionPrefix).toArray()
    const kept = notes
      .flatMap(entriesOf)
      .filter(({ settledAt }) => settledAt > clock.now() - journalMs)
      .toSorted((one, other) => other.settledAt - one.settledAt)
    return Promise.all(
      kept.map(async (entry) => ({ entry, row: await mirrorTable(database, entry.entity).get(entry.key) })),
    )
  }, [database, clock])
}
