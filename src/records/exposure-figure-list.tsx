import type { ExposureFigure } from '#core/contract/exposure.ts'
import { formatExposureFigure } from '#core/domain/exposure/exposure-words.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import styles from './exposure-figure-list.module.css'

type ExposureFigureListProps = {
  figures: readonly ExposureFigure[]
  open?: boolean
}

/** Lists exposure figures that the server has not confirmed. The text before the list says only for how many days there are figures. */
export function ExposureFigureList({ figures, open = false }: ExposureFigureListProps) {
  const { today } = useMinute()
  return (
    <details className={styles.values} open={open}>
      <summary>Values</summary>
      <p>{figures.map((figure) => formatExposureFigure(figure, today)).join('\n')}</p>
    </details>
  )
}
