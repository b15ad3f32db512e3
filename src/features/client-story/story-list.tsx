import { Link } from '@tanstack/react-router'
import type { StoryEntry } from '#core/domain/client-story.ts'
import { dateInWords, timeInWords } from '#core/domain/wall-clock.ts'
import { RecordMark } from '#records/record-mark.tsx'
import styles from './story-list.module.css'

type StoryListProps = { label: string; entries: readonly StoryEntry[]; today: string }

/** Entries of a client's story in their order, each with its day. */
export function StoryList({ label, entries, today }: StoryListProps) {
  return (
    <ol className={styles.list} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.key} className={styles.entry}>
          <p className={styles.when}>
            <time dateTime={`${entry.date}T${entry.time}`}>
              {dateInWords(entry.date, today)}, {timeInWords(entry.time)}
            </time>
          </p>
          <p className={styles.title}>
            {entry.page === null ? entry.title : <Link to={entry.page.to}>{entry.title}</Link>}{' '}
            <RecordMark entity={entry.entity} recordKey={entry.recordKey} />
          </p>
          {entry.detail !== '' && <p className={styles.detail}>{entry.detail}</p>}
        </li>
      ))}
    </ol>
  )
}
