import { Link } from '@tanstack/react-router'
import { type ComponentType, useState, type ReactNode } from 'react'
import { clientTimeline, type ClientTimelineEntry } from '#core/domain/schedule/client-timeline.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { changeWithUndo } from '#records/saving/save-with-undo.ts'
import { useRowsWithOpen } from '#records/use-rows-with-open.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow, FollowUpRow, InteractionRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { useInlineForm, type OpenerProps } from '#ui/form/use-inline-form.ts'
import { PhoneIcon, PlusIcon, PencilIcon, UndoIcon } from '#ui/icons/icon.tsx'
import { LogForm } from './log-form.tsx'
import styles from './client-story.module.css'
import { RecordMark, StoredOnlyHereNote } from '#records/states/record-notice.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { StoredLogOffer } from '#records/people/log-offer.tsx'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'
import { indexClients } from '#core/domain/clients/client-rules.ts'
import { timeOfMinutes } from '#core/domain/time/default-times.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

type ClientStoryProps = {
  client: ClientRow
  /** The form for a new showing; a prop, because a feature never imports another one. */
  newShowing: ComponentType<{ id: string; client: ClientRow; onClose: () => void }>
}

const rowsAtFirst = 20

/** The cards *Coming Up*, with what is planned with a client, and *History*, with past showings, tours, calls and notes. */
export function ClientStory({ client, newShowing }: ClientStoryProps) {
  const story = useStory(client)
  const openAgain = useOpenAgain(story)
  const { today } = useMinute()
  const [rowCount, setRowCount] = useState(rowsAtFirst)
  // `log.open`: 'new', or the key of the interaction that is edited.
  const log = useInlineForm<string>()
  const past = useRowsWithOpen(
    story?.past,
    ({ entity, recordKey }) => entity === 'interaction' && recordKey === log.open,
  )
  const interactions = useRowsWithOpen(story?.interactions, ({ key }) => key === log.open)
  const name = client.first_name || 'this client'
  const hiddenCount = (past?.length ?? 0) - rowCount
  /** Returns the pencil button's props and the open form of an interaction; null for other records, which have their own pages. */
  const changeOf = ({ entity, recordKey }: ClientTimelineEntry) => {
    const interaction = interactions?.find(({ key }) => entity === 'interaction' && key === recordKey)
    if (interaction === undefined) return null
    const form = log.open === recordKey && <LogForm {...log.form} client={client} interaction={interaction} />
    return { opener: log.opener(recordKey), form }
  }
  return (
    <>
      <Coming client={client} name={name} entries={story?.coming} newShowing={newShowing} />
      <Card
        title="History"
        actions={
          <Button {...log.opener('new')}>
            <PhoneIcon size={18} />
            Log a Call
          </Button>
        }
      >
        {log.open === 'new' && <LogForm {...log.form} client={client} interaction={null} />}
        <StoredOnlyHereNote what="calls and notes" />
        {past !== undefined && past.length > 0 && (
          <StoryList
            label="History"
            entries={past.slice(0, rowCount)}
            today={today}
            changeOf={changeOf}
            openAgain={openAgain}
          />
        )}
        {hiddenCount > 0 && (
          <Button variant="quiet" onClick={() => setRowCount(past?.length ?? rowCount)}>
            Show {hiddenCount} more
          </Button>
        )}
        {past?.length === 0 && (
          <p className={styles.nothing}>Calls, showings, tours and open houses with {name} will appear here.</p>
        )}
      </Card>
    </>
  )
}

/** Returns a function that maps a completed follow-up's entry to a function that reopens it, with *Undo*; other entries to null. */
function useOpenAgain(story: Story | undefined) {
  const device = useDevice()
  return ({ entity, recordKey }: ClientTimelineEntry) => {
    const record = story?.followUps.find(({ key }) => entity === 'follow_up' && key === recordKey)
    if (record === undefined) return null
    const change = { entity: 'follow_up', record, changes: { done: false }, title: 'Open again' } as const
    return () => void changeWithUndo(device, { ...change, message: record.text })
  }
}

type ComingProps = ClientStoryProps & {
  name: string
  entries: readonly ClientTimelineEntry[] | undefined
}

function Coming({ client, name, entries, newShowing: NewShowing }: ComingProps) {
  const { today } = useMinute()
  const showing = useInlineForm()
  return (
    <Card
      title="Coming Up"
      actions={
        <>
          <Button {...showing.opener(true)}>
            <PlusIcon size={18} />
            New Showing
          </Button>
          <Link
            to="/tours/new"
            search={{ client: recordIdInUrl(client) }}
            className={buttonClass({ className: styles.plan })}
          >
            <PlusIcon size={18} />
            Plan a Tour
          </Link>
        </>
      }
    >
      {showing.open && <NewShowing {...showing.form} client={client} />}
      {entries !== undefined && entries.length > 0 && <StoryList label="Coming Up" entries={entries} today={today} />}
      {entries?.length === 0 && <p className={styles.nothing}>Nothing is planned with {name}.</p>}
    </Card>
  )
}

type StoryListProps = {
  label: string
  entries: readonly ClientTimelineEntry[]
  today: string
  changeOf?: (entry: ClientTimelineEntry) => { opener: OpenerProps; form: ReactNode } | null
  openAgain?: (entry: ClientTimelineEntry) => (() => void) | null
}

function StoryList({ label, entries, today, changeOf, openAgain }: StoryListProps) {
  return (
    <ol className={styles.list} aria-label={label}>
      {entries.map((entry) => {
        const change = changeOf?.(entry)
        const reopen = openAgain?.(entry)
        const day = formatDate(entry.date, today)
        const when = entry.time === '' ? day : `${day}, ${formatTime(entry.time)}`
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

/** What the agent needs before a call: the next visit, the last interaction, and the offer to log a call that was just made. */
export function ClientGlance({ client }: { client: ClientRow }) {
  const story = useStory(client)
  const { today } = useMinute()
  const next = story?.coming[0]
  const last = story?.past.find(({ entity }) => entity === 'interaction')
  const when = ({ date, time }: ClientTimelineEntry) =>
    `${formatDate(date, today)}${time === '' ? '' : `, ${formatTime(time)}`}`
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
      <StoredLogOffer client={client} />
    </div>
  )
}

type Story = {
  coming: ClientTimelineEntry[]
  past: ClientTimelineEntry[]
  followUps: FollowUpRow[]
  interactions: InteractionRow[]
}

function useStory(client: ClientRow): Story | undefined {
  const { database } = useDevice()
  const { today, minutesNow } = useMinute()
  return useLiveQuery(async () => {
    const records = await recordsOf(database, client)
    const { followUps, interactions } = records
    return { ...clientTimeline(records, `${today} ${timeOfMinutes(minutesNow)}`), followUps, interactions }
  }, [database, client, today, minutesNow])
}

async function recordsOf(database: DeviceDatabase, client: ClientRow) {
  const [clients, showings, tours, appointments, visits, followUps, interactions] = await Promise.all([
    database.clients.toArray(),
    database.showings.toArray(),
    database.tours.toArray(),
    database.appointments.toArray(),
    database.open_house_visits.toArray(),
    database.follow_ups.where('of_client_key').equals(client.key).toArray(),
    database.interactions.where('of_client_key').equals(client.key).toArray(),
  ])
  const people = indexClients(clients)
  const isTheirs = (record: Parameters<typeof people.of>[0]) => people.of(record)?.key === client.key
  const [theirShowings, theirVisits] = [showings.filter(isTheirs), visits.filter(isTheirs)]
  const openHouses = await database.open_houses.bulkGet(theirVisits.map((visit) => visit.open_house_key))
  const listings = await database.listings.bulkGet([...theirShowings, ...theirVisits].map((visit) => visit.listing_key))
  const addresses = new Map(listings.flatMap((listing) => (listing ? [[listing.key, listing.property.address]] : [])))
  return {
    showings: theirShowings,
    tours: tours.filter(isTheirs),
    appointments: appointments.filter(({ client: named }) => isTheirs({ client: named })),
    visits: theirVisits.flatMap((visit, index) => {
      const openHouse = openHouses[index]
      return openHouse ? [{ ...visit, date: openHouse.date, start_time: openHouse.start_time }] : []
    }),
    followUps,
    interactions,
    addressOf: (listingKey: string) => addresses.get(listingKey) ?? null,
  }
}
