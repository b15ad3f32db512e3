import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StoryEntry } from '#core/domain/schedule/client-story.ts'
import { dateInWords, timeInWords } from '#core/domain/time/wall-clock.ts'
import { RecordMark } from '#records/states/record-mark.tsx'
import type { Opener } from '#ui/form/use-inline-form.ts'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { PencilIcon, UndoIcon } from '#ui/icons/icon.tsx'
import styles from './story-list.module.css'

type StoryListProps = {
  label: string
  entries: readonly StoryEntry[]
  today: string
  /** How an entry is changed: what makes a button open its form, and that form while it is open. */
  changeOf?: (entry: StoryEntry) => { opener: Opener; form: ReactNode } | null
  /** Puts an entry back among what is to be done; null for what never was. */
  openAgain?: (entry: StoryEntry) => (() => void) | null
}

/** Entries of a client's story in their order, each with its day. */
export function StoryList({ label, entries, today, changeOf, openAgain }: StoryListProps) {
  return (
    <ol className={styles.list} aria-label={label}>
      {entries.map((entry) => {
        const change = changeOf?.(entry)
        const reopen = openAgain?.(entry)
        const day = dateInWords(entry.date, today)
        const when = entry.time === '' ? day : `${day}, ${timeInWords(entry.time)}`
        return (
          <li key={entry.key} className={styles.entry}>
            <p className={styles.when}>
              <time dateTime={entry.time === '' ? entry.date : `${entry.date}T${entry.time}`}>{when}</time>
            </p>
            <p className={styles.title}>
              {entry.page === null ? entry.title : <Link to={entry.page.to}>{entry.title}</Link>}{' '}
              <RecordMark entity={entry.entity} recordKey={entry.recordKey} />
            </p>
            {entry.detail !== '' && <p className={styles.detail}>{entry.detail}</p>}
            {change && (
              <IconButton {...change.opener} className={styles.change} label={`Edit ${entry.title} of ${when}`}>
                <PencilIcon size={18} />
              </IconButton>
            )}
            {reopen && (
              <IconButton className={styles.change} label={`Open again: ${entry.detail}`} onClick={reopen}>
                <UndoIcon size={18} />
              </IconButton>
            )}
            {change?.form && <div className={styles.form}>{change.form}</div>}
          </li>
        )
      })}
    </ol>
  )
}
