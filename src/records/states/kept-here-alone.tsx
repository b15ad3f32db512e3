import { useIsPlainServer } from '#state/connection.ts'
import styles from './kept-here-alone.module.css'

/** Says of records that a plain server has no place for that they stay on this device; nothing where the server keeps them. */
export function KeptHereAlone({ what }: { what: string }) {
  const isPlain = useIsPlainServer()
  if (!isPlain) return null
  return <p className={styles.words}>Your office’s server does not keep {what}. They stay on this device.</p>
}
