import { Link } from '@tanstack/react-router'
import { figureIn, type Reading } from '#core/domain/exposure/reading-fields.ts'
import { formatCount, formatNumber } from '#core/format/numbers.ts'
import type { Operation } from '#core/sync/operation.ts'
import { ExposureFigureList } from '#records/exposure-figure-list.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import styles from './platform-exposure.module.css'

/** Shows the figures of operations that the server has not confirmed, or has refused. */
export function UnsentFigures({ unsent }: { unsent: readonly Operation[] }) {
  const refused = unsent.filter(({ state }) => state === 'attention')
  const others = unsent.filter(({ state }) => state !== 'attention')
  const waiting = figuresIn(others)
  const unsaved = figuresIn(refused)
  const deletions = countDeletions(others)
  const refusedDeletions = countDeletions(refused)
  return (
    <>
      {deletions > 0 && (
        <p className={styles.asOf}>
          {formatCount(deletions, 'figure is', 'figures are')} taken back when the server can be reached.
        </p>
      )}
      {waiting.length > 0 && (
        <div className={styles.asOf}>
          <p>Waiting: {formatDays(waiting)} figures go to the server when it can be reached.</p>
          <ExposureFigureList figures={waiting} />
        </div>
      )}
      {refused.length > 0 && (
        <Banner tone="danger" role="alert">
          Needs fixing: {refused[0]?.refusal?.message}{' '}
          {refusedDeletions > 0 &&
            `${formatCount(refusedDeletions, 'figure was', 'figures were')} not taken back there. `}
          {unsaved.length > 0 && (
            <>
              {formatDays(unsaved)} figures were not saved there. <ExposureFigureList figures={unsaved} open />
            </>
          )}
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

function countDeletions(operations: readonly Operation[]): number {
  return operations.filter(({ kind }) => kind === 'delete').length
}

function formatDays(figures: readonly { date: string }[]): string {
  const days = new Set(figures.map(({ date }) => date)).size
  return days === 1 ? '1 day’s' : `${formatNumber(days)} days’`
}
