import { tellFailure } from '#records/tell-failure.ts'
import { useDevice } from '#storage/device-context.tsx'
import { type FiguresPart, isRefused } from '#storage/unsent-figures.ts'
import { forgetFigures } from '#storage/waiting-figures.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import styles from './platform-exposure.module.css'

/** What the server has not heard of this listing's figures, and what it does not take. */
export function UnsentFigures({ unsent }: { unsent: readonly FiguresPart[] }) {
  const device = useDevice()
  const refused = unsent.filter(isRefused)
  const waiting = daysOf(unsent.filter((part) => !isRefused(part)))
  return (
    <>
      {waiting > 0 && (
        <p className={styles.asOf}>Waiting: {daysInWords(waiting)} figures go to the server when it can be reached.</p>
      )}
      {refused.length > 0 && (
        <Banner tone="danger" role="alert">
          Needs fixing: {refused[0]?.problem} {daysInWords(daysOf(refused))} figures were not kept there.{' '}
          <Button
            onClick={() =>
              void forgetFigures(device, refused).catch((error: unknown) => tellFailure('Nothing was changed.', error))
            }
          >
            Discard Them
          </Button>
        </Banner>
      )}
    </>
  )
}

function daysOf(parts: readonly FiguresPart[]): number {
  return parts.reduce((sum, { figures }) => sum + figures.length, 0)
}

function daysInWords(days: number): string {
  return days === 1 ? '1 day’s' : `${days.toLocaleString('en-US')} days’`
}
