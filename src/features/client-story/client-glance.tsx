import { Link } from '@tanstack/react-router'
import type { StoryEntry } from '#core/domain/schedule/client-story.ts'
import { dateInWords, timeInWords } from '#core/domain/time/wall-clock.ts'
import { KeptLogOffer } from '#records/people/kept-log-offer.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import styles from './client-glance.module.css'
import { useStory } from './story-queries.ts'

/** What an agent looks at before a call: the next visit, and what was said last. */
export function ClientGlance({ client }: { client: ClientRow }) {
  const story = useStory(client)
  const { today } = useMinute()
  const next = story?.coming[0]
  const last = story?.past.find(({ entity }) => entity === 'interaction')
  const when = ({ date, time }: StoryEntry) =>
    `${dateInWords(date, today)}${time === '' ? '' : `, ${timeInWords(time)}`}`
  return (
    <div className={styles.glance}>
      {next !== undefined && (
        <p>
          <b>Next</b> · {when(next)} · {next.page === null ? next.title : <Link to={next.page.to}>{next.title}</Link>}
        </p>
      )}
      {last !== undefined && (
        <p>
          <b>Last</b> · {when(last)} · {last.title}
          {last.detail !== '' && <q className={styles.said}>{last.detail}</q>}
        </p>
      )}
      <KeptLogOffer client={client} />
    </div>
  )
}
