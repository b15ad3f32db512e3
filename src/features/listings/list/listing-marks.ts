import { useSyncExternalStore } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OutboxMark } from '#storage/outbox/outbox-marks.ts'

type ListingMark = {
  /** The status mark of the listing, or else of one of its photos; null if everything is sent. */
  mark: OutboxMark | null
  /** "Listing sent, 1 photo waiting" (fault I8): set if the listing is sent and only photos or their deletions are not. */
  note: string | null
}

export function useListingMark(listingKey: LocalKey, photoKeys: readonly LocalKey[]): ListingMark {
  const { marks } = useDevice()
  // Summarized in one string, because `useSyncExternalStore` compares snapshots by identity.
  const summary = useSyncExternalStore(marks.subscribe, () => {
    const waiting = photoKeys.map((key) => marks.markOf('listing_image', key)).filter((mark) => mark !== null)
    const removed = marks.removedPhotosOf(listingKey)
    const ofPhotos = waiting[0] ?? removed?.mark ?? ''
    return [marks.markOf('listing', listingKey) ?? '', ofPhotos, waiting.length, removed?.count ?? 0].join('|')
  })
  const [ofListing, ofPhotos, waitingPhotos, removed] = summary.split('|') as [
    OutboxMark | '',
    OutboxMark | '',
    string,
    string,
  ]
  if (ofListing !== '') return { mark: ofListing, note: null }
  if (ofPhotos === '') return { mark: null, note: null }
  const photos = [photosLabel(waitingPhotos, 'photo'), photosLabel(removed, 'removed photo')]
    .filter(Boolean)
    .join(' and ')
  return { mark: ofPhotos, note: `Listing sent, ${photos} waiting` }
}

function photosLabel(count: string, name: string): string {
  if (count === '0') return ''
  return count === '1' ? `1 ${name}` : `${count} ${name}s`
}
