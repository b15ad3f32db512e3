import type { Table } from 'dexie'
import type { LocalKey } from '#core/sync/operation.ts'

/** Rows read at a time: small enough that no step holds up a frame on a slow phone. */
const rowsPerStep = 200

/** Reads a whole table in small steps, so that typing goes on meanwhile; ends early once `isWanted` says no. */
export async function readInSteps<Row extends { key: LocalKey }>(
  table: Table<Row, LocalKey>,
  isWanted: () => boolean,
  see: (row: Row) => void,
): Promise<void> {
  for (let after: LocalKey = ''; isWanted();) {
    // Each step needs to know where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await table.where('key').above(after).limit(rowsPerStep).toArray()
    for (const row of rows) see(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerStep) return
    after = last.key
  }
}
