import { MenuIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './bottom-bar.module.css'
import { PlaceLink, bottomPlaceOfPath } from './place-link.tsx'
import { places } from './places.ts'

/** The places within reach of the thumb, on phones and tablets. */
export function BottomBar() {
  const { today, myListings, clients, tours } = places
  return (
    <nav className={styles.bar} aria-label="Places" data-bottom-bar>
      {[today, myListings, clients, tours].map(({ to, name, Icon }) => (
        <PlaceLink key={to} className={styles.place} to={to} placeOf={bottomPlaceOfPath} aria-label={name}>
          <Icon size={24} />
          {/* The short word fits the fifth of a phone; its name stays the specification's. */}
          <span>{to === myListings.to ? 'Listings' : name}</span>
        </PlaceLink>
      ))}
      <PlaceLink className={styles.place} to="/more" placeOf={bottomPlaceOfPath}>
        <MenuIcon size={24} />
        <span>
          More
          <VisuallyHidden> places</VisuallyHidden>
        </span>
      </PlaceLink>
    </nav>
  )
}
