import { Link } from '@tanstack/react-router'
import type { ShowingFeedback } from '#core/domain/showing-feedback.ts'
import { fullDateInWords } from '#core/domain/wall-clock.ts'
import { recordAddress } from '#records/record-address.ts'
import type { ListingRow } from '#storage/rows.ts'
import { Card } from '#ui/card.tsx'
import styles from './buyer-feedback.module.css'

type BuyerFeedbackProps = { feedback: ShowingFeedback | null; listing: ListingRow }

/** What buyers said in the week, and which showings nobody has said anything of. */
export function BuyerFeedback({ feedback, listing }: BuyerFeedbackProps) {
  if (feedback === null) return null
  const { unsaid } = feedback
  return (
    <Card title="Buyer Feedback" className={styles.feedback}>
      <FeedbackLines feedback={feedback} />
      {unsaid > 0 && (
        <p>
          {unsaid === 1 ? '1 showing has' : `${unsaid} showings have`} no outcome yet.{' '}
          <Link to="/listings/$listingId" params={{ listingId: recordAddress(listing) }}>
            Say how it went
          </Link>
        </p>
      )}
    </Card>
  )
}

/** The same on the page and on paper, without the buyers’ names. */
export function FeedbackLines({ feedback: { summary, lines } }: { feedback: ShowingFeedback }) {
  if (summary === null) return null
  return (
    <>
      <p>{summary}</p>
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map(({ date, interest, text }, index) => (
            // Two buyers of a day may have said the same.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              “{text}”{' '}
              <span>
                {fullDateInWords(date)}
                {interest !== null && ` · interest ${interest} of 5`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
