import type { ExposureFigure } from '#core/contract/exposure.ts'
import { formatExposureFigure } from '#core/domain/exposure/exposure-words.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import styles from './figures-values.module.css'

type FiguresValuesProps = {
  figures: readonly ExposureFigure[]
  open?: boolean
}

/** Every value of exposure figures that the server does not have yet, so that none is lost from sight. */
export function FiguresValues({ figures, open = false }: FiguresValuesProps) {
  const { today } = useMinute()
  return (
    <details className={styles.values} open={open}>
      <summary>Values</summary>
      <p>{figures.map((figure) => formatExposureFigure(figure, today)).join('\n')}</p>
    </details>
  )
}
