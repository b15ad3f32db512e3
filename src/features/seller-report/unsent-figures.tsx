import { Link } from '@tanstack/react-router'
import { figureIn, type Reading } from '#core/domain/exposure/reading-fields.ts'
import { formatNumber } from '#core/format/numbers.ts'
import type { Operation } from '#core/sync/operation.ts'
import { FiguresValues } from '#records/figures-values.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import styles from './platform-exposure.module.css'

/** Shows the figures that the server does not have yet, and those that it refused. */
export function UnsentFigures({ unsent }: { unsent: readonly Operation[] }) {
  const refused = unsent.filter(({ state }) => state === 'attention')
  const waiting = figuresIn(unsent.filter(({ state }) => state !== 'attention'))
  return (
    <>
      {waiting.length > 0 && (
        <div className={styles.asOf}>
          <p>Waiting: {formatDays(waiting.length)} figures go to the server when it can be reached.</p>
          <FiguresValues figures={waiting} />
        </div>
      )}
      {refused.length > 0 && (
        <Banner tone="danger" role="alert">
          Needs fixing: {refused[0]?.refusal?.message} {formatDays(refused.length)} figures were not saved there.{' '}
          <FiguresValues figures={figuresIn(refused)} open />
          <Link to="/outbox" className={buttonClass()}>
            Open Outbox
          </Link>
        </Banner>
      )}
    </>
  )
}

function figuresIn(operations: readonly Operation[]) {
  return operations.flatMap(({ kind, changes }) => (kind === 'create' ? [figureIn(changes as Reading)] : []))
}

function formatDays(days: number): string {
  return days === 1 ? '1 day’s' : `${formatNumber(days)} days’`
}
