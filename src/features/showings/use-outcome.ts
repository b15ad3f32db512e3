import { lifeInWords } from '#core/domain/visits/showing-life.ts'
import { changeWithUndo } from '#records/saving/save-with-undo.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ShowingRow } from '#storage/database/rows.ts'
import { showingCancelLinks } from './showing-cancel-links.ts'

type Outcome = Partial<Pick<ShowingRow, 'status' | 'interest'>>

/** Saves at once what became of a showing, with *Undo*. */
export function useOutcome(showing: ShowingRow): (outcome: Outcome) => Promise<void> {
  const device = useDevice()
  return async (outcome) => {
    // The notification would cover what is asked next.
    const isAskedOn = outcome.status === 'Held' || outcome.status === 'Scheduled'
    const message = isAskedOn ? null : `${lifeInWords({ ...showing, ...outcome })}.`
    const isCancelled = outcome.status === 'Cancelled'
    const links = isCancelled ? await showingCancelLinks(device, showing).catch(() => []) : []
    return changeWithUndo(device, { entity: 'showing', record: showing, changes: outcome, message, links })
  }
}
