import { kinds } from '#core/kinds/all-kinds.ts'
import { searchWords } from '#core/domain/listings/listing-rules.ts'
import { useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Sheet } from '#ui/dialogs/sheet.tsx'
import styles from './existing-sheet.module.css'
import type { Place } from '#features/outbox/other-places.ts'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'

type MoveSheetProps = {
  item: OutboxItem
  places: readonly Place[]
  onChoose: (place: Place) => void
  onClose: () => void
}

const mostShown = 20

/** Where work goes whose listing, open house or client was deleted elsewhere (fault E7). */
export function MoveSheet({ item, places, onChoose, onClose }: MoveSheetProps) {
  const [search, setSearch] = useState('')
  const name = kinds[item.missing?.entity ?? 'listing'].word
  const found = places.filter(({ title }) => searchWords(title).includes(searchWords(search)))
  return (
    <Sheet open title={`Move to another ${name}`} closeLabel="Decide later" onClose={onClose}>
      <p className={styles.lead}>
        {item.words.title}: {item.words.what}
      </p>
      {places.length === 0 && <p className={styles.lead}>There is no other {name} on this device.</p>}
      {places.length > mostShown && (
        <SearchField label={`Search ${name}s`} value={search} onChange={(event) => setSearch(event.target.value)} />
      )}
      <ul className={styles.records}>
        {found.slice(0, mostShown).map((place) => (
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
