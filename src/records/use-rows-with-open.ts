import { useState } from 'react'

/**
 * Returns the rows. If the open one (by `isOpen`) is deleted while its form is open, it stays in its place, so that nothing typed is lost
 * (faults G4, G19).
 */
export function useRowsWithOpen<Row>(
  rows: readonly Row[] | undefined,
  isOpen: (row: Row) => boolean,
): readonly Row[] | undefined {
  const [lastOpen, setLastOpen] = useState<{ row: Row; place: number } | null>(null)
  const place = rows?.findIndex(isOpen) ?? -1
  const found = rows?.[place]
  if (found !== undefined && (found !== lastOpen?.row || place !== lastOpen.place)) setLastOpen({ row: found, place })
  if (rows === undefined || found !== undefined || lastOpen === null || !isOpen(lastOpen.row)) return rows
  return rows.toSpliced(lastOpen.place, 0, lastOpen.row)
}
