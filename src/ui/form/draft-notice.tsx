import { useState } from 'react'
import { atMomentInWords } from '#core/domain/time/moment-words.ts'
import { Button } from '#ui/basics/button.tsx'
import { SyncMark } from '#ui/feedback/sync-mark.tsx'
import styles from './draft-notice.module.css'

/** Says that the form holds what was typed before it was opened, and offers to begin afresh. */
export function DraftNotice({ from, onDiscard }: { from: number; onDiscard: () => void }) {
  const [openedAt] = useState(() => Date.now())
  return (
    <div className={styles.notice}>
      <SyncMark state="Draft" />
      <output className={styles.words}>
        Restored what you typed <time dateTime={new Date(from).toISOString()}>{atMomentInWords(from, openedAt)}</time>.
        It is not saved yet.
      </output>
      <Button variant="quiet" onClick={onDiscard}>
        Discard Draft
      </Button>
    </div>
  )
}
