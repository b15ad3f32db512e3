import { useEffect, useState } from 'react'
import { untilQueriesEnd } from '#storage/reading/live-query.ts'
import styles from './hide-until-loaded.module.css'

/** The longest time to hide: after it, a layout shift is better than a missing part of the page. */
const maxHoldMs = 400

/** Hides the elements that follow this one until their live queries have ended, to avoid layout shift. Does not wait for the network. */
export function HideFollowingUntilLoaded() {
  const [isRead, setRead] = useState(false)
  useEffect(() => void untilQueriesEnd(maxHoldMs).then(() => setRead(true)), [])
  return isRead ? null : <span className={styles.unread} data-skeleton="" />
}
