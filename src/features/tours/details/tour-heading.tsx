import { clientName } from '#core/domain/clients/client-rules.ts'
import { tourTitle } from '#core/domain/tours/tour-words.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { EmailText } from '#ui/basics/email-text.tsx'
import { tourBegins } from '#features/tours/tour-begins.ts'
import { useTourClient } from '#features/tours/tour-client.tsx'
import styles from './tour-heading.module.css'

/** No line begins with a dot. */
const noBreak = '\u00A0'

/** "Hugo Abernathy · today 10:37 AM · Tour #2". */
export function TourHeading({ tour }: { tour: TourRow }) {
  const { client } = useTourClient(tour)
  const { today } = useMinute()
  return (
    <>
      {client === undefined ? <EmailText>{tour.client_email}</EmailText> : clientName(client)} ·{' '}
      <span className={styles.begins}>{tourBegins(tour, today)}</span>
      {noBreak}· <span className={styles.number}>{tourTitle(tour.id)}</span>
    </>
  )
}
