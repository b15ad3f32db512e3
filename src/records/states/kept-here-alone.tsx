import { useIsPlainServer } from '#state/connection.ts'
import styles from './kept-here-alone.module.css'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { staysInWords } from '#core/kinds/plain-words.ts'

/** Says of records that a plain server has no place for that they stay on this device; nothing where the server keeps them. */
export function KeptHereAlone({ what }: { what: string }) {
  const isPlain = useIsPlainServer()
  if (!isPlain) return null
  return <p className={styles.words}>Your office’s server does not keep {what}. They stay on this device.</p>
}

type StaysHereProps = { entity: EntityName; work: 'create' | 'update' }

/** Says in a form that the agent's server has no call for what it saves; nothing where it has one. */
export function StaysHere({ entity, work }: StaysHereProps) {
  const isPlain = useIsPlainServer()
  const words = isPlain ? staysInWords(entity, work) : null
  return words && <p className={styles.words}>{words}</p>
}
