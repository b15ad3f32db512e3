import { lastStep, type RunStop, noNotes, notesByStop } from '#core/domain/tours/tour-run.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { PinIcon } from '../tour-icons.tsx'
import type { ShownStop } from '../tour-stops.ts'
import type { TourStep } from '#core/contract/tour.ts'
import { UndoIcon } from '#ui/icons/icon.tsx'
import styles from './tour-run.module.css'
import { useState } from 'react'
import type { TourStatus } from '#core/contract/record-statuses.ts'
import { serialQueue } from '#core/serial-queue.ts'
import { timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { failureMessageOf } from '#records/record-labels.ts'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { addTourStep } from '#features/tours/tour-commands.ts'

export function RunActions({ tour, current }: { tour: TourRow; current: RunStop<ShownStop> }) {
  const { logStep } = useRunSteps(tour)
  const stop_id = current.name
  const last = lastStep(tour.steps ?? [])
  const isHere = current.state === 'here'
  const tap = (kind: 'arrived' | 'left' | 'skipped') => () => void logStep({ kind, stop_id })
  return (
    <>
      {last !== null && (
        <UndoStep step={last} logStep={logStep}>
          {last.kind === 'late' ? undoLate(last.minutes ?? 0) : undoWords[last.kind]}
        </UndoStep>
      )}
      <BottomActions>
        {!isHere && (
          <Button size="large" data-press="once" onClick={tap('skipped')}>
            Skip
          </Button>
        )}
        <Button variant="primary" size="large" data-press="once" onClick={tap(isHere ? 'left' : 'arrived')}>
          <PinIcon size={20} />
          {isHere ? 'I’m leaving' : 'I’m here'}
        </Button>
      </BottomActions>
    </>
  )
}

const undoWords = {
  arrived: 'Undo “I’m here”',
  left: 'Undo “I’m leaving”',
  skipped: 'Undo “Skip”',
  rated: 'Undo',
  undone: 'Undo',
}

/** `minutes`: the delay; 0 after *They Know*, which only ends the warning of a delay, and negative after *Go Now*, which moves visits earlier. */
function undoLate(minutes: number): string {
  if (minutes === 0) return 'Undo “They Know”'
  return minutes < 0 ? 'Undo going early' : 'Undo running late'
}

type UndoStepProps = { step: TourStep; logStep: ReturnType<typeof useRunSteps>['logStep']; children: string }

/** A button that undoes `step` by adding a step of kind `undone`. */
export function UndoStep({ step, logStep, children }: UndoStepProps) {
  return (
    <Button
      variant="quiet"
      className={styles.undo}
      data-press="once"
      onClick={() => void logStep({ kind: 'undone', stop_id: step.stop_id, undoes: step.id })}
    >
      <UndoIcon size={18} />
      {children}
    </Button>
  )
}

/** A step to log. Its time and id are added by `stepOf`, unless they are given. */
type Tap = Pick<TourStep, 'kind' | 'stop_id'> & Partial<TourStep>

/** Returns functions that log steps of a run. `logStep` logs a step and can set the tour's status. Steps are stored on this device first (fault F10). */
export function useRunSteps(tour: TourRow) {
  const device = useDevice()
  // Stored one after another, because the next tap may come before the previous step is stored.
  const [inTurn] = useState(serialQueue)

  function stepOf(tap: Tap): TourStep {
    const blank = { minutes: null, rating: null, note: '', undoes: null }
    return { id: device.ids.uuid(), at: wallClock(device.clock.now()), ...blank, ...tap }
  }

  function logStep(tap: Tap, status?: TourStatus): Promise<boolean> {
    const step = stepOf(tap)
    return inTurn(() => write(() => step, status))
  }

  /** Sets the rating or the note of a stop; the other one is read just before saving, because another device may have set it. */
  function rate(
    stop_id: string,
    change: Partial<Pick<TourStep, 'rating' | 'note'>>,
    id: string = device.ids.uuid(),
  ): Promise<boolean> {
    const step = stepOf({ kind: 'rated', stop_id, id })
    return inTurn(() =>
      write((stored) => {
        const { rating, note } = notesByStop(stored).get(stop_id) ?? noNotes
        return { ...step, rating, note, ...change }
      }),
    )
  }

  async function write(stepAfter: (stored: readonly TourStep[]) => TourStep, status?: TourStatus): Promise<boolean> {
    try {
      // A step that changes nothing, such as the second of a double tap, is not stored.
      if ((await addTourStep(device, tour, stepAfter, status)) !== 'deleted') return true
      notify({
        type: 'error',
        title: failureMessageOf('tour', 'update'),
        message: 'This tour was deleted on this device.',
      })
    } catch (error) {
      showFailureToast(failureMessageOf('tour', 'update'), error)
    }
    return false
  }

  return { logStep, rate, stepOf }
}

function wallClock(atMs: number): string {
  const now = new Date(atMs)
  return timeOfSeconds(now.getHours() * 3600 + now.getMinutes() * 60 + now.getSeconds())
}
