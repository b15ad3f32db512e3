import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import styles from './seller-note-card.module.css'

/** What the agent says to the seller, above the numbers of the report. */
export function SellerNoteCard({ note, onWrite }: { note: string; onWrite: () => void }) {
  return (
    <Card
      title="Your Note to the Seller"
      actions={<Button onClick={onWrite}>{note === '' ? 'Write a Note' : 'Edit Note'}</Button>}
    >
      <p className={styles.note} data-empty={note === '' || undefined}>
        {note === '' ? 'A sentence of your own at the top of the seller report.' : note}
      </p>
    </Card>
  )
}
