import type { ComponentType, ReactNode } from 'react'
import type { DayEntry } from '#core/domain/day-entries.ts'
import { asksHowItWent } from '#core/domain/showing-life.ts'
import { Person } from '#records/person.tsx'
import type { ShowingRow } from '#storage/rows.ts'
import type { Day } from '#storage/use-day.ts'
import { useMinute } from '#storage/use-minute.ts'
import { usePeople } from '#storage/use-people.ts'
import styles from './visit-more.module.css'

/** Asks how a showing went, and says it. */
export type Outcome = ComponentType<{ showing: ShowingRow }>

/** What stands below a visit; `isAlone` on a card of its own, where the stop of a tour says for whom it is, too. */
export type MoreOfVisit = (visit: DayEntry, isAlone: boolean) => ReactNode

/** Whom each visit of a day is with, and how a showing went once it has begun. */
export function useMoreOfVisits({ visits }: Day, Outcome: Outcome): MoreOfVisit {
  const people = usePeople()
  const now = useMinute()
  return ({ record: shown, isAddress }, isAlone) => {
    const visit = visits.find(({ kind, record }) => kind === shown?.entity && record.key === shown.key)
    const isSaid = visit?.kind === 'showing' || (visit?.kind === 'tour' && (isAlone || !isAddress))
    if (visit === undefined || !isSaid) return null
    const { record, kind } = visit
    const isOutcome = kind === 'showing' && (record.status ?? 'Scheduled') !== 'Scheduled'
    return (
      <div className={styles.more}>
        <Person client={people?.of(record)} email={record.client_email} isQuiet={!isAlone} />
        {kind === 'showing' && (isOutcome || asksHowItWent(record, now)) && <Outcome showing={record} />}
      </div>
    )
  }
}
