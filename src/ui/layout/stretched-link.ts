import styles from './stretched-link.module.css'

/**
 * The whole of a `linkContainer` opens what its one `stretchedLink` link opens: a pointer meets the link anywhere, the keyboard and a
 * screen reader meet it once, and the other links and buttons in the container stay their own.
 */
export const stretchedLink = styles.link ?? ''
export const linkContainer = styles.container ?? ''
