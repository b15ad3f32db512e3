import { PlaceLink } from './place-link.tsx'
import { takeSurvey } from './take-survey.ts'
import { TopBar } from './top-bar.tsx'
import styles from './top-bar.module.css'

const places = [takeSurvey]

/** The bar of a visitor. */
export function GuestBar() {
  return (
    <TopBar isSignedIn={false} places={places}>
      <PlaceLink className={styles.link} to="/login">
        Login
      </PlaceLink>
      <PlaceLink className={styles.link} to="/register">
        Register
      </PlaceLink>
    </TopBar>
  )
}
