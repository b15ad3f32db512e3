import type { Table } from 'dexie'
import type { LocalKey } from '#core/sync/operation.ts'

/** A step of this many rows drops no frame on a slow phone. */
const rowsPerFrame = 200
/** A step of this many rows delays no press noticeably, and the whole read ends sooner. */
const rowsPerPress = 400

/** Reads a whole table for a screen that waits for it. */
export function readAllRows<Row extends { key: LocalKey }>(
  table: Table<Row, LocalKey>,
  onRow: (row: Row) => void,
): Promise<void> {
  return readInSteps(table, () => true, onRow, rowsPerPress)
}

/** Reads a whole table in small steps, so that typing stays responsive; ends early when `isWanted` returns false. */
export async function readInSteps<Row extends { key: LocalKey }>(
  table: Table<Row, LocalKey>,
  isWanted: () => boolean,
  onRow: (row: Row) => void,
  rowsPerStep = rowsPerFrame,
): Promise<void> {
  for (let after: LocalKey = ''; isWanted();) {
    // Each step starts where the previous one ended.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await table.where('key').above(after).limit(rowsPerStep).toArray()
    for (const row of rows) onRow(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerStep) return
    after = last.key
  }
}
