import styles from './stretched-link.module.css'

/** One link for a whole `linkContainer`: screen readers meet it once, and other links and buttons inside still work. */
export const stretchedLink = styles.link ?? ''
export const linkContainer = styles.container ?? ''
