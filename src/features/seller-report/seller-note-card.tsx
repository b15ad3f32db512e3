import type { SellerReport } from '#core/domain/exposure/seller-report.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { lostInPdf } from './pdf/printable.ts'
import styles from './seller-note-card.module.css'

/** A note in Chinese would fill the card. */
const mostShown = 5

/** What the agent says to the seller, above the numbers of the report, and what of the report is lost in its PDF. */
export function SellerNoteCard({ report, onWrite }: { report: SellerReport; onWrite: () => void }) {
  const { note } = report
  const lost = lostInPdf(JSON.stringify(report))
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
          The PDF cannot show {lost.slice(0, mostShown).join(' ')}
          {lost.length > mostShown && ' and others'}. Print Seller Report can.
        </p>
      )}
    </Card>
  )
}
