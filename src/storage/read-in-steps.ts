import type { Table } from 'dexie'
import type { LocalKey } from '#core/sync/operation.ts'

/**
 * Reads a whole table in small steps, so that typing goes on meanwhile; ends early once `isWanted` says no. A step of 200 rows
 * holds up no frame on a slow phone; one of a thousand holds up no press, and the whole table is there sooner.
 */
export async function readInSteps<Row extends { key: LocalKey }>(
  table: Table<Row, LocalKey>,
  isWanted: () => boolean,
  see: (row: Row) => void,
  rowsPerStep = 200,
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
