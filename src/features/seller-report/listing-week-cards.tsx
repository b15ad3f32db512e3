import { Link } from '@tanstack/react-router'
import type { SellerReport } from '#core/domain/exposure/seller-report.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { Card } from '#ui/layout/card.tsx'
import styles from './listing-week-cards.module.css'
import { formatCount } from '#core/format/numbers.ts'
import { Button } from '#ui/basics/button.tsx'
import { unprintableCharacters } from '#features/seller-report/pdf/win-ansi.ts'
import type { Trend } from '#core/domain/exposure/week-trend.ts'

type BuyerFeedbackProps = {
  report: SellerReport
  listing: ListingRow
}

/** Outcomes and feedback of the week's showings, with a link to those without an outcome. */
export function BuyerFeedback({ report, listing }: BuyerFeedbackProps) {
  const { withoutOutcome } = report
  if (report.showings.length === 0) return null
  return (
    <Card title="Buyer Feedback" className={styles.feedback}>
      <FeedbackLines report={report} />
      {withoutOutcome > 0 && (
        <p>
          {formatCount(withoutOutcome, 'showing has', 'showings have')} no outcome yet.{' '}
          <Link to="/listings/$listingId" params={{ listingId: recordIdInUrl(listing) }}>
            Say how it went
          </Link>
        </p>
      )}
    </Card>
  )
}

/** The showings' feedback, for the page and for print; without the buyers’ names. */
export function FeedbackLines({ report: { feedback, showings } }: { report: SellerReport }) {
  return (
    <>
      {feedback !== '' && <p>{feedback}</p>}
      <ul className={styles.lines}>
        {showings.map(({ when, state, feedback: comment }, index) => (
          // Two buyers may come at the same time.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {[when, state].filter(Boolean).join(' · ')}
            {comment !== '' && <q>{comment}</q>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** At most this many unprintable characters are listed; a note in Chinese may have hundreds. */
const maxLostCharacters = 5

/** The agent's note to the seller, and the characters of the report that its PDF cannot show. */
export function SellerNoteCard({ report, onWrite }: { report: SellerReport; onWrite: () => void }) {
  const { note } = report
  const lost = unprintableCharacters(JSON.stringify(report))
  return (
    <Card
      title="Your Note to the Seller"
      actions={<Button onClick={onWrite}>{note === '' ? 'Write a Note' : 'Edit Note'}</Button>}
    >
      <p className={styles.note} data-empty={note === '' || undefined}>
        {note === '' ? 'A sentence of your own at the top of the seller report.' : note}
      </p>
      {lost.length > 0 && (
        <p className={styles.lost}>
          The PDF cannot show {lost.slice(0, maxLostCharacters).join(' ')}
          {lost.length > maxLostCharacters && ' and others'}. Print Seller Report can.
        </p>
      )}
    </Card>
  )
}

const arrows = { up: '▲ ', down: '▼ ', same: '= ', unknown: '' }

/** The change since the previous week. Screen readers skip the arrow, because it only repeats the text. */
export function TrendWords({ trend: { direction, words } }: { trend: Trend }) {
  return (
    <span className={styles.trend} data-direction={direction}>
      <span aria-hidden>{arrows[direction]}</span>
      {words}
    </span>
  )
}
