import { Button } from '#ui/basics/button.tsx'
import { Sheet } from '#ui/dialogs/sheet.tsx'
import styles from './existing-sheet.module.css'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'
import type { SimilarRecord } from './similar-records.ts'

type ExistingSheetProps = {
  item: OutboxItem
  records: readonly SimilarRecord[]
  onChoose: (id: number) => void
  onClose: () => void
}

/** Which record of the server a change whose answer was lost has made; nothing is sent again then (fault G8). */
export function ExistingSheet({ item, records, onChoose, onClose }: ExistingSheetProps) {
  const { title } = item.words
  return (
    <Sheet open title={`Which one is ${title}?`} closeLabel="Decide later" onClose={onClose}>
      <p className={styles.lead}>
        {records.length === 0
          ? 'No similar record is on this device. Sync now and look again; if it is still not there, send it again.'
          : 'The one you choose takes its place here, and nothing is sent again.'}
      </p>
      <ul className={styles.records}>
        {records.map(({ id, title: name, facts }) => (
          <li key={id} className={styles.record}>
            <div className={styles.words}>
              <p className={styles.title}>{name}</p>
              <p className={styles.facts}>{facts}</p>
            </div>
            <Button aria-label={`This one: ${name}, number ${id}`} onClick={() => onChoose(id)}>
              This one
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
