import { clientName } from '#core/domain/clients/client-rules.ts'
import { bestFirst, seenHomes } from '#core/domain/tours/seen-homes.ts'
import { stopsText, tourTitle } from '#core/domain/tours/tour-words.ts'
import { fullDateInWords } from '#core/domain/time/wall-clock.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { PrintSheet } from '#ui/layout/print-sheet.tsx'
import { skippedHomes } from '#features/tours/skipped-homes.ts'
import styles from './tour-paper.module.css'
import { useTourClient } from '#features/tours/tour-client.tsx'
import { useComparedHomes } from './use-compared-homes.ts'

/** The homes side by side on paper, for the buyer to decide by: price, figures, rating, note; the best liked on top. */
export function ComparisonSheet({ tour, isPrinted }: { tour: TourRow; isPrinted: boolean }) {
  const { client } = useTourClient(tour)
  const name = client === undefined ? '' : clientName(client)
  const figures = useComparedHomes(tour.stops)
  const homes = bestFirst(seenHomes(tour))
  const skipped = skippedHomes(tour)
  return (
    <PrintSheet label="Comparison of the homes" isPrinted={isPrinted} className={styles.paper}>
      <header>
        <p>The homes compared</p>
        <h1>{[name, fullDateInWords(tour.tour_date)].filter(Boolean).join(' · ')}</h1>
        <p>
          {tourTitle(tour.id)} · {tour.client_email} · {stopsText(homes.length)}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">Home</th>
            <th scope="col">Price</th>
            <th scope="col">Rating</th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {homes.map(({ name, stop, rating, note }) => (
            <tr key={name}>
              <th scope="row">
                {stop.listing_address}
                <br />
                <span>{[stop.listing_city, figures.get(name)?.facts].filter(Boolean).join(' · ')}</span>
              </th>
              <td>{figures.get(name)?.price}</td>
              <td>{rating === null ? '–' : `${rating} of 5`}</td>
              <td data-notes>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {skipped !== '' && <p>Not visited: {skipped}</p>}
    </PrintSheet>
  )
}
