import { useState } from 'react'
import type { TourStatus } from '#core/contract/record-statuses.ts'
import type { TourStep } from '#core/contract/tour.ts'
import { noNotes, notesByStop } from '#core/domain/tours/tour-run.ts'
import { serialQueue } from '#core/serial-queue.ts'
import { timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { failureOf } from '#records/record-words.ts'
import { tellFailure } from '#records/saving/save-toasts.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { noteStep } from '../tour-commands.ts'

/** What a tap says; when and under which name is added here, unless it has them from `stepOf`. */
export type Tap = Pick<TourStep, 'kind' | 'stop_id'> & Partial<TourStep>

/** Notes each tap on this device; it is saved before the network is asked, and every one is sent (fault F10). */
export function useRunSteps(tour: TourRow) {
  const device = useDevice()
  // Taps are written one after the other: a quick hand may press the next button before the last one is kept.
  const [inTurn] = useState(serialQueue)

  function stepOf(tap: Tap): TourStep {
    const blank = { minutes: null, rating: null, note: '', undoes: null }
    return { id: device.ids.uuid(), at: wallClock(device.clock.now()), ...blank, ...tap }
  }

  /** Resolves to whether it is kept. */
  function note(tap: Tap, status?: TourStatus): Promise<boolean> {
    const step = stepOf(tap)
    return inTurn(() => write(() => step, status))
  }

  /** Says one thing of a home and leaves the other as it is by then, which another device or the last tap may have said. */
  function rate(
    stop_id: string,
    said: Partial<Pick<TourStep, 'rating' | 'note'>>,
    id: string = device.ids.uuid(),
  ): Promise<boolean> {
    const step = stepOf({ kind: 'rated', stop_id, id })
    return inTurn(() =>
      write((known) => {
        const { rating, note } = notesByStop(known).get(stop_id) ?? noNotes
        return { ...step, rating, note, ...said }
      }),
    )
  }

  async function write(stepAfter: (known: readonly TourStep[]) => TourStep, status?: TourStatus): Promise<boolean> {
    try {
      // What says nothing new, such as the second tap of a double one, is not noted.
      if ((await noteStep(device, tour, stepAfter, status)) !== 'deleted') return true
      notify({ type: 'error', title: failureOf('tour', 'update'), message: 'This tour was deleted on this device.' })
    } catch (error) {
      tellFailure(failureOf('tour', 'update'), error)
    }
    return false
  }

  return { note, rate, stepOf }
}

/** The time on the device's clock. */
function wallClock(atMs: number): string {
  const now = new Date(atMs)
  return timeOfSeconds(now.getHours() * 3600 + now.getMinutes() * 60 + now.getSeconds())
}
