import { Link } from '@tanstack/react-router'
import type { SellerReport } from '#core/domain/exposure/seller-report.ts'
import { recordAddress } from '#records/record-address.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { Card } from '#ui/layout/card.tsx'
import styles from './buyer-feedback.module.css'
import { formatCount } from '#core/format/numbers.ts'

type BuyerFeedbackProps = {
  report: SellerReport
  listing: ListingRow
}

/** How the week's showings went and what their buyers thought, and the way to those nobody has said anything of. */
export function BuyerFeedback({ report, listing }: BuyerFeedbackProps) {
  const { unsaid } = report
  if (report.showings.length === 0) return null
  return (
    <Card title="Buyer Feedback" className={styles.feedback}>
      <FeedbackLines report={report} />
      {unsaid > 0 && (
        <p>
          {formatCount(unsaid, 'showing has', 'showings have')} no outcome yet.{' '}
          <Link to="/listings/$listingId" params={{ listingId: recordAddress(listing) }}>
            Say how it went
          </Link>
        </p>
      )}
    </Card>
  )
}

/** The same on the page and on paper, without the buyers’ names. */
export function FeedbackLines({ report: { feedback, showings } }: { report: SellerReport }) {
  return (
    <>
      {feedback !== '' && <p>{feedback}</p>}
      <ul className={styles.lines}>
        {showings.map(({ when, life, feedback: said }, index) => (
          // Two buyers may come at the same time.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {[when, life].filter(Boolean).join(' · ')}
            {said !== '' && <q>{said}</q>}
          </li>
        ))}
      </ul>
    </>
  )
}
