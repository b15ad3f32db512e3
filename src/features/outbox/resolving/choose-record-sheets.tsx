import { kinds, type EntityName } from '#core/kinds/all-kinds.ts'
import { normalizeSearchText } from '#core/domain/listings/listing-rules.ts'
import { useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import styles from './choose-record-sheets.module.css'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import type { Reference } from '#core/sync/operation.ts'
import type { Device } from '#storage/device/device.ts'
import { ownListings } from '#storage/homes/homes-to-show.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { formatDateWithYear } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'
import type { SimilarRecord } from './similar-records.ts'

type MoveSheetProps = {
  /** The change to move, with its description and the deleted record that it belongs to. */
  item: OutboxItem
  places: readonly MoveTarget[]
  onChoose: (place: MoveTarget) => void
  onClose: () => void
}

const maxShown = 20

/** Lets the agent move an unsent change to another record, because its listing, open house or client was deleted elsewhere (fault E7). */
export function MoveSheet({ item, places, onChoose, onClose }: MoveSheetProps) {
  const [search, setSearch] = useState('')
  const name = kinds[item.missingParent?.entity ?? 'listing'].nameOnScreen
  const found = places.filter(({ title }) => normalizeSearchText(title).includes(normalizeSearchText(search)))
  return (
    <Sheet open title={`Move to another ${name}`} closeLabel="Decide later" onClose={onClose}>
      <p className={styles.lead}>
        {item.words.title}: {item.words.what}
      </p>
      {places.length === 0 && <p className={styles.lead}>There is no other {name} on this device.</p>}
      {places.length > maxShown && (
        <SearchField label={`Search ${name}s`} value={search} onChange={(event) => setSearch(event.target.value)} />
      )}
      <ul className={styles.records}>
        {found.slice(0, maxShown).map((place) => (
          <li key={place.key} className={styles.record}>
            <div className={styles.words}>
              <p className={styles.title}>{place.title}</p>
              <p className={styles.facts}>{place.facts}</p>
            </div>
            <Button aria-label={`Move to ${place.title}, ${place.facts}`} onClick={() => onChoose(place)}>
              Move here
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

export type MoveTarget = Reference & { title: string; facts: string }

/** Returns the records of the kind `entity` to which a record of the kind `moved` can be moved: an open house only to the agent's own listings. */
export async function moveTargets({ database }: Device, entity: EntityName, moved: EntityName): Promise<MoveTarget[]> {
  if (entity === 'client') {
    const clients = await database.clients.toArray()
    return clients
      .map((client) => ({ entity, key: client.key, title: clientName(client), facts: client.email }))
      .toSorted(byTitle)
  }
  const listings = moved === 'open_house' ? await ownListings(database) : await database.listings.toArray()
  if (entity !== 'open_house') {
    return listings
      .map((listing) => ({
        entity: 'listing' as const,
        key: listing.key,
        title: addressOf(listing),
        facts: isListedByOther(listing) ? 'Home I show' : listing.status,
      }))
      .toSorted(byTitle)
  }
  const byKey = new Map(listings.map((listing) => [listing.key, listing]))
  const openHouses = await database.open_houses.toArray()
  return openHouses
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .flatMap(({ key, listing_key: listingKey, date, start_time: start, end_time: end }) => {
      const listing = byKey.get(listingKey)
      if (listing === undefined) return []
      const facts = `${formatDateWithYear(date)}, ${formatTime(start)} – ${formatTime(end)}`
      return [{ entity: 'open_house' as const, key, title: addressOf(listing), facts }]
    })
}

function byTitle(one: MoveTarget, other: MoveTarget): number {
  return one.title.localeCompare(other.title)
}

function addressOf({ property }: ListingRow): string {
  return property.address ?? 'A listing'
}

type ExistingSheetProps = {
  item: OutboxItem
  records: readonly SimilarRecord[]
  onChoose: (id: number) => void
  onClose: () => void
}

/** For a create whose answer was lost: lets the agent choose which record on the server it created. Nothing is sent again (fault G8). */
export function LinkToExistingSheet({ item, records, onChoose, onClose }: ExistingSheetProps) {
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
