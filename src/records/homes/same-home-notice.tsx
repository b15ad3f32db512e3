import { isListedByOther } from '#core/contract/is-listed-by-other.ts'
import { placeText } from '#core/domain/listings/listing-display.ts'
import type { HomeAddress } from '#core/domain/addresses/us-address.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { findSameHome, type SameHome } from '#storage/homes/find-same-home.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import styles from './add-home.module.css'

/** A home that is here already; `words` say whose, `address` where. */
export type KnownHome = SameHome & { words: string; address: string }

/** The home that this device has at the address; null while it has none, or the address is not whole. */
export function useKnownHome({ address, city, state, zip_code }: HomeAddress): KnownHome | null {
  const { database } = useDevice()
  const found = useLiveQuery(
    () => knownHome(database, { address, city, state, zip_code }),
    [database, address, city, state, zip_code],
  )
  return found ?? null
}

export async function knownHome(database: DeviceDatabase, home: HomeAddress): Promise<KnownHome | null> {
  if (home.address === '' || !home.zip_code) return null
  const same = await findSameHome(database, home)
  if (same === null) return null
  if (same.kind === 'property') {
    const property = await database.properties.get(same.key)
    return { ...same, words: 'This home is in the catalog.', address: addressText(property ?? {}) }
  }
  const listing = await database.listings.get(same.key)
  const isShown = listing !== undefined && isListedByOther(listing)
  const words = isShown ? 'You show this home already.' : 'You list this home yourself.'
  return { ...same, words, address: addressText(listing?.property ?? {}) }
}

function addressText({ address, ...place }: Parameters<typeof placeText>[0] & { address?: string }): string {
  return [address, placeText(place)].filter(Boolean).join(', ')
}

/** Says that a home is here already and offers to use it; whether it is another one is for the agent to say. */
export function SameHomeNotice({ known, onUse }: { known: KnownHome; onUse: () => void }) {
  return (
    <Banner tone="warning" role="status">
      <div className={styles.same}>
        <p>
          <strong>{known.words}</strong> {known.address}
        </p>
        <Button data-press="once" onClick={onUse}>
          Use it
        </Button>
      </div>
    </Banner>
  )
}
