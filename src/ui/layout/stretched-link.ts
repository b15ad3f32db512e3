import styles from './stretched-link.module.css'

/**
 * Makes a whole `linkContainer`, such as a card, clickable with one link. Keyboards and screen readers meet that link
 * once; other links and buttons inside still work.
 */
export const stretchedLink = styles.link ?? ''
export const linkContainer = styles.container ?? ''
