import styles from './door.module.css'

/**
 * The whole of a `roomClass` opens what its one `doorClass` link opens: a pointer meets the link anywhere, the keyboard and a
 * screen reader meet it once, and the other links and buttons in the room stay their own.
 */
export const doorClass = styles.door ?? ''
export const roomClass = styles.room ?? ''
