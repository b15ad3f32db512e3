import type { ExposureFigure } from '#core/contract/exposure.ts'
import { formatExposureFigure } from '#core/domain/exposure/exposure-words.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import styles from './exposure-figure-list.module.css'

type ExposureFigureListProps = {
  figures: readonly ExposureFigure[]
  open?: boolean
}

/** Lists the figures of an operation that the server has not confirmed. The operation's title says only how many there are. */
export function ExposureFigureList({ figures, open = false }: ExposureFigureListProps) {
  const { today } = useMinute()
  return (
    <details className={styles.values} open={open}>
      <summary>Values</summary>
      <p>{figures.map((figure) => formatExposureFigure(figure, today)).join('\n')}</p>
    </details>
  )
}
