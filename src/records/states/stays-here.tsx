import type { EntityName } from '#core/kinds/all-kinds.ts'
import { staysInWords } from '#core/kinds/plain-words.ts'
import { useIsPlainServer } from '#state/connection.ts'
import styles from './kept-here-alone.module.css'

type StaysHereProps = { entity: EntityName; work: 'create' | 'update' }

/** Says in a form that the agent's server has no call for what it saves; nothing where it has one. */
export function StaysHere({ entity, work }: StaysHereProps) {
  const isPlain = useIsPlainServer()
  const words = isPlain ? staysInWords(entity, work) : null
  return words && <p className={styles.words}>{words}</p>
}
