import { useRef } from 'react'
import type { TourStatus } from '#core/contract/tour-status.ts'
import type { TourStep } from '#core/contract/tour-step.ts'
import { timeOfSeconds } from '#core/domain/seconds-of-day.ts'
import { failureOf } from '#records/record-words.ts'
import { tellFailure } from '#records/tell-failure.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { TourRow } from '#storage/rows.ts'
import { noteStep } from '../tour-commands.ts'

/** What a tap says; when and under which name is added here, unless it has them from `stepOf`. */
export type Tap = Pick<TourStep, 'kind' | 'stop_id'> & Partial<TourStep>

/** Notes each tap on this device; it is saved before the network is asked, and every one is sent (fault F10). */
export function useRunSteps(tour: TourRow) {
  const device = useDevice()
  // Taps are written one after the other: a quick hand may press the next button before the last one is kept.
  const written = useRef(Promise.resolve(true))

  function stepOf(tap: Tap): TourStep {
    const blank = { minutes: null, rating: null, note: '', undoes: null }
    return { id: device.ids.uuid(), at: wallClock(device.clock.now()), ...blank, ...tap }
  }

  /** Resolves to whether it is kept. */
  function note(tap: Tap, status?: TourStatus): Promise<boolean> {
    const step = stepOf(tap)
    written.current = written.current.then(() => write(step, status))
    return written.current
  }

  async function write(step: TourStep, status: TourStatus | undefined): Promise<boolean> {
    try {
      // What says nothing new, such as the second tap of a double one, is not noted.
      if ((await noteStep(device, tour, step, status)) !== 'deleted') return true
      notify({ type: 'error', title: failureOf('tour', 'update'), message: 'This tour was deleted on this device.' })
    } catch (error) {
      tellFailure(failureOf('tour', 'update'), error)
    }
    return false
  }

  return { note, stepOf }
}

/** The time on the device's clock. */
function wallClock(atMs: number): string {
  const now = new Date(atMs)
  return timeOfSeconds(now.getHours() * 3600 + now.getMinutes() * 60 + now.getSeconds())
}
