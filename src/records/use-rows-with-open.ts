import { useState } from 'react'

/** Returns the rows, with the open one in its place even if it disappears: nothing typed is lost (faults G4, G19). */
export function useRowsWithOpen<Row>(
  rows: readonly Row[] | undefined,
  isOpen: (row: Row) => boolean,
): readonly Row[] | undefined {
  const [seen, setSeen] = useState<{ row: Row; place: number } | null>(null)
  const place = rows?.findIndex(isOpen) ?? -1
  const found = rows?.[place]
  if (found !== undefined && (found !== seen?.row || place !== seen.place)) setSeen({ row: found, place })
  if (rows === undefined || found !== undefined || seen === null || !isOpen(seen.row)) return rows
  return rows.toSpliced(seen.place, 0, seen.row)
}
