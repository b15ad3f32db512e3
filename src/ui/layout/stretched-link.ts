import styles from './stretched-link.module.css'

/** A link with `stretchedLink` covers `linkContainer`: screen readers read only one link, and other links and buttons inside still work. */
export const stretchedLink = styles.link ?? ''
export const linkContainer = styles.container ?? ''
