import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { ListingRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { ListingCard } from './listing-card.tsx'
import styles from './listing-list.module.css'
import { useMainPhotos } from './listings-queries.ts'
import type { ListingSort } from './listings-search.ts'

type ListingListProps = {
  /** What was asked for, and what was found. */
  asked: string
  listings: readonly ListingRow[]
  /** How many there are in all. */
  total: number
  /** Wants more than the first `from`. */
  onShowMore: (from: number) => void
  onDelete: (listing: ListingRow) => void
  isTable: boolean
  sort: ListingSort
  onSort: (sort: ListingSort) => void
}

const ListingTable = lazy(() => import('./listing-table.tsx').then((module) => ({ default: module.ListingTable })))

/** About what a large screen holds. */
const cardsAtFirst = 9

/** The cards, and more of them as one scrolls to their end or asks for them. */
export function ListingList({ asked, listings, total, onShowMore, onDelete, isTable, ...sorting }: ListingListProps) {
  // The first cards are on the screen while the others are still being drawn.
  const found = useMemo(() => ({ asked, listings }), [asked, listings])
  const ready = useDeferredValue(found, { asked, listings: listings.slice(0, cardsAtFirst) })
  const drawn = ready.asked === asked ? ready.listings : listings.slice(0, cardsAtFirst)
  const photos = useMainPhotos(drawn.map(({ key }) => key))
  const isDrawn = drawn.length === listings.length
  return (
    <>
      {isTable ? (
        <Suspense>
          <ListingTable listings={drawn} photos={photos} onDelete={onDelete} {...sorting} />
        </Suspense>
      ) : (
        <section className={styles.cards} aria-label="Listings">
          {drawn.map((listing) => (
            <ListingCard key={listing.key} listing={listing} photo={photos.get(listing.key)} onDelete={onDelete} />
          ))}
        </section>
      )}
      {listings.length < total && <ListEnd shown={listings.length} isDrawn={isDrawn} onShowMore={onShowMore} />}
    </>
  )
}

type ListEndProps = Pick<ListingListProps, 'onShowMore'> & { shown: number; isDrawn: boolean }

/** Shows more when it comes into sight, and when its button is pressed; while the button has the focus, only then. */
function ListEnd({ shown, isDrawn, onShowMore }: ListEndProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isInSight = useRef(false)
  const see = useEffectEvent((inSight: boolean, from: number) => {
    isInSight.current = inSight
    if (inSight && document.activeElement !== button.current) onShowMore(from)
  })

  useEffect(() => {
    if (button.current === null || !isDrawn) return
    const observer = new IntersectionObserver(
      (entries) => see(entries.at(-1)?.isIntersecting === true, shown),
      // A screenful ahead, so that scrolling rarely meets the end.
      { rootMargin: '800px 0px' },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [shown, isDrawn])

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
