import styles from './stretched-link.module.css'

/**
 * Class names for a card that is clickable as a whole: the link with `stretchedLink` covers the element with `linkContainer`. Screen
 * readers read only one link, and other links and buttons inside still work.
 */
export const stretchedLink = styles.link ?? ''
export const linkContainer = styles.container ?? ''
