import { Skeleton } from '#ui/lists/skeleton.tsx'
import styles from './listing-skeletons.module.css'

/** Where the first cards will stand. */
export function ListingSkeletons() {
  return (
    <div className={styles.cards} aria-hidden>
      {['first', 'second', 'third'].map((card) => (
        <div className={styles.card} key={card}>
          <Skeleton aspectRatio="16 / 10" />
          <div className={styles.body}>
            <Skeleton width="42%" height={26} />
            <Skeleton width="78%" />
            <Skeleton width="54%" />
          </div>
        </div>
      ))}
    </div>
  )
}
