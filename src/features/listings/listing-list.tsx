import { useEffect, useEffectEvent, useRef } from 'react'
import type { ListingRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import { ListingCard } from './listing-card.tsx'
import styles from './listing-list.module.css'
import { useMainPhotos } from './listings-queries.ts'

type ListingListProps = {
  listings: readonly ListingRow[]
  /** How many there are in all. */
  total: number
  onShowMore: () => void
  onDelete: (listing: ListingRow) => void
}

/** The cards, and more of them as one scrolls to their end or asks for them. */
export function ListingList({ listings, total, onShowMore, onDelete }: ListingListProps) {
  const photos = useMainPhotos(listings.map(({ key }) => key))
  return (
    <>
      <section className={styles.cards} aria-label="Listings">
        {listings.map((listing) => (
          <ListingCard key={listing.key} listing={listing} photo={photos.get(listing.key)} onDelete={onDelete} />
        ))}
      </section>
      {/* A new end is watched anew: it may be in sight already. */}
      {listings.length < total && <ListEnd key={listings.length} onShowMore={onShowMore} />}
    </>
  )
}

function ListEnd({ onShowMore }: Pick<ListingListProps, 'onShowMore'>) {
  const end = useRef<HTMLDivElement>(null)
  const showMore = useEffectEvent(onShowMore)

  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && showMore(),
      // A screenful ahead, so that scrolling rarely meets the end.
      { rootMargin: '800px 0px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])

  return (
    <div className={styles.more} ref={end}>
      <Button size="large" onClick={onShowMore}>
        Show more
      </Button>
    </div>
  )
}
