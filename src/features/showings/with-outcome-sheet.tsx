import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react'
import type { ShowingRow } from '#storage/database/rows.ts'

const OutcomeSheet = lazy(() => import('./outcome-sheet.tsx').then((module) => ({ default: module.OutcomeSheet })))

const Opening = createContext<((showing: ShowingRow) => void) | null>(null)

/** Has the sheet of any showing inside, apart from the list, so that it stays open when its showing goes (fault G4). */
export function WithOutcomeSheet({ children }: { children: ReactNode }) {
  const [showing, setShowing] = useState<ShowingRow | null>(null)
  return (
    <Opening value={setShowing}>
      {children}
      {showing !== null && (
        <Suspense>
          <OutcomeSheet showing={showing} onClose={() => setShowing(null)} />
        </Suspense>
      )}
    </Opening>
  )
}

/** Opens the sheet of a showing's outcome. */
export function useOpenOutcome(): (showing: ShowingRow) => void {
  const open = use(Opening)
  if (open === null) throw new Error('An outcome is shown outside of WithOutcomeSheet.')
  return open
}
