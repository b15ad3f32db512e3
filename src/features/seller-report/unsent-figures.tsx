import { FiguresValues } from '#records/figures-values.tsx'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { retryFigures } from '#sending/send-figures.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { type FiguresPart, isRefused } from '#storage/exposure/unsent-figures.ts'
import { forgetFigures } from '#storage/exposure/waiting-figures.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import styles from './platform-exposure.module.css'
import { formatNumber } from '#core/format/numbers.ts'

/** What the server has not heard of this listing's figures, and what it does not take. */
export function UnsentFigures({ unsent }: { unsent: readonly FiguresPart[] }) {
  const refused = unsent.filter(isRefused)
  const waiting = figuresIn(unsent.filter((part) => !isRefused(part)))
  return (
    <>
      {waiting.length > 0 && (
        <div className={styles.asOf}>
          <p>Waiting: {daysInWords(waiting.length)} figures go to the server when it can be reached.</p>
          <FiguresValues figures={waiting} />
        </div>
      )}
      {refused.length > 0 && <RefusedFigures refused={refused} />}
    </>
  )
}

function RefusedFigures({ refused }: { refused: readonly FiguresPart[] }) {
  const device = useDevice()
  const { syncNow } = useConnection()
  const figures = figuresIn(refused)
  const notChanged = (error: unknown) => showFailureToast('Nothing was changed.', error)
  return (
    <Banner tone="danger" role="alert">
      Needs fixing: {refused[0]?.problem} {daysInWords(figures.length)} figures were not saved there.{' '}
      <FiguresValues figures={figures} open />
      <Button onClick={() => void retryFigures(device, refused).then(syncNow, notChanged)}>Try Again</Button>{' '}
      <Button onClick={() => void forgetFigures(device, refused).catch(notChanged)}>Discard Them</Button>
    </Banner>
  )
}

function figuresIn(parts: readonly FiguresPart[]) {
  return parts.flatMap(({ figures }) => figures)
}

function daysInWords(days: number): string {
  return days === 1 ? '1 day’s' : `${formatNumber(days)} days’`
}
