import { useState } from 'react'

/**
 * Returns the rows. The row whose form is open (`isOpen`) stays in its place even if its record is deleted, so that nothing typed in the
 * form is lost (faults G4, G19).
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
