import type { JournalEntry } from '#core/sync/operation.ts'
import { decisionPrefix } from '#core/sync/deciding/set-aside.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { entriesOf } from '#storage/database/journal-rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { figuresSentSince, sentAtOf } from '#storage/exposure/waiting-figures.ts'
import { type FiguresItem, toFigures } from '#features/outbox/outbox-queries.ts'

export type SettledKind = 'sent' | 'discarded'

/** A change of a record, or exposure figures. */
type Settled = { entry: JournalEntry } | { figures: FiguresItem }

type SettledToday = { items: Settled[]; total: number }

/** What reached its end since midnight, newest first. */
export function useSettledToday(kind: SettledKind, shown: number): SettledToday | undefined {
  const { database } = useDevice()
  const { today } = useMinute()
  return useLiveQuery(async () => {
    const midnight = new Date(`${today}T00:00`).getTime()
    const found = await database.journal.where('settledAt').aboveOrEqual(midnight).toArray()
    const all = found.flatMap(entriesOf)
    // A conflict that was let go stands among what was not kept, and only there.
    const decided = new Set(all.filter(({ note }) => note === 'decided').map(({ opId }) => opId))
    const ofKind = all
      .filter(({ note, settledAt }) => settledAt >= midnight && note !== 'decided')
      .filter(({ note }) => (note === 'discarded') === (kind === 'discarded'))
      .filter(({ opId, note }) => note !== 'discarded' || !decided.has(`${decisionPrefix}${opId}`))
    const parts = kind === 'sent' ? await figuresSentSince(database, midnight) : []
    const newest = [
      ...ofKind.toReversed().map((entry) => ({ at: entry.settledAt, entry })),
      ...(await toFigures(database, parts.slice(0, shown))).map((figures) => ({ at: sentAtOf(figures.part), figures })),
    ].toSorted((one, other) => other.at - one.at)
    return { items: newest.slice(0, shown), total: ofKind.length + parts.length }
  }, [database, kind, shown, today])
}
