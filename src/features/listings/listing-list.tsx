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
  /** Wants more than the first `from`. */
  onShowMore: (from: number) => void
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
      {listings.length < total && <ListEnd shown={listings.length} onShowMore={onShowMore} />}
    </>
  )
}

/** Shows more when it comes into sight, and when its button is pressed; while the button has the focus, only then. */
function ListEnd({ shown, onShowMore }: Pick<ListingListProps, 'onShowMore'> & { shown: number }) {
  const button = useRef<HTMLButtonElement>(null)
  const isInSight = useRef(false)
  const see = useEffectEvent((inSight: boolean, from: number) => {
    isInSight.current = inSight
    if (inSight && document.activeElement !== button.current) onShowMore(from)
  })

  useEffect(() => {
    if (button.current === null) return
    const observer = new IntersectionObserver(
      (entries) => see(entries.at(-1)?.isIntersecting === true, shown),
      // A screenful ahead, so that scrolling rarely meets the end.
      { rootMargin: '800px 0px' },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [shown])

  return (
    <Button
      ref={button}
      className={styles.more}
      size="large"
      onClick={() => onShowMore(shown)}
      onBlur={() => isInSight.current && onShowMore(shown)}
    >
      Show more
    </Button>
  )
}
