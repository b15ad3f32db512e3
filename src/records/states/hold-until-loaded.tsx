import { useEffect, useState } from 'react'
import { untilQueriesEnd } from '#storage/reading/running-queries.ts'
import styles from './hold-until-loaded.module.css'

/** Longer than this, parts that move are better than none. */
const mostMs = 400

/**
 * Before a page that is put together from several readings: it shows itself when all of them are there, rather than in
 * parts that push each other about. What the network brings is not waited for.
 */
export function HoldUntilLoaded() {
  const [isRead, setRead] = useState(false)
  useEffect(() => void untilQueriesEnd(mostMs).then(() => setRead(true)), [])
  return isRead ? null : <span className={styles.unread} data-skeleton="" />
}
