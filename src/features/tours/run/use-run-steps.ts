import { useRef } from 'react'
import type { TourStatus } from '#core/contract/tour-status.ts'
import type { TourStep } from '#core/contract/tour-step.ts'
import { timeOfSeconds } from '#core/domain/wall-clock.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { TourRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { noteStep } from '../tour-commands.ts'

/** What a tap says; when and under which name is added here. */
export type Tap = Pick<TourStep, 'kind' | 'stop_id'> & Partial<Pick<TourStep, 'minutes' | 'rating' | 'note' | 'undoes'>>

/** Notes each tap on this device; it is saved before the network is asked, and every one is sent (fault F10). */
export function useRunSteps(tour: TourRow) {
  const device = useDevice()
  const isWriting = useRef(false)

  function stepOf(tap: Tap): TourStep {
    const blank = { minutes: null, rating: null, note: '', undoes: null }
    return { id: device.ids.uuid(), at: wallClock(device.clock.now()), ...blank, ...tap }
  }

  async function note(tap: Tap, status?: TourStatus): Promise<void> {
    // The second tap of a double tap says nothing; a rating does, as it follows the note that the same tap ends.
    if (isWriting.current && tap.kind !== 'rated') return
    isWriting.current = true
    try {
      const outcome = await noteStep(device, tour, stepOf(tap), status)
      if (outcome === 'deleted') {
        notify({ type: 'error', title: 'Failed to update tour.', message: 'This tour was deleted on this device.' })
      }
    } catch (error) {
      notify({ type: 'error', title: 'Failed to update tour.', message: storageProblem(error) })
    } finally {
      isWriting.current = false
    }
  }

  return { note, stepOf }
}

/** The time on the device's clock. */
function wallClock(atMs: number): string {
  const now = new Date(atMs)
  return timeOfSeconds(now.getHours() * 3600 + now.getMinutes() * 60 + now.getSeconds())
}
