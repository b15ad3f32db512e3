import { listenToChanges } from '#api/listen-to-changes.ts'
import { type ChangeEvents, followChangeEvents } from '#core/sync/pulling/change-events.ts'
import type { Device } from '#storage/device/device.ts'
import { eventsLock } from '#storage/device/sender-lock.ts'

/** Calls `onChanged` when another device has changed the agent's records, while this page is visible. Only one page of the device listens. */
export function followEvents(device: Device, onChanged: () => void): Pick<ChangeEvents, 'stop'> {
  const events = followChangeEvents({
    listen: listenToChanges,
    lock: eventsLock(device.owner),
    replica: device.syncReplica,
    clock: device.clock,
    random: Math.random,
    onChanged,
  })
  const updateVisibility = () => events.setVisible(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', updateVisibility)
  updateVisibility()
  return {
    stop: () => {
      document.removeEventListener('visibilitychange', updateVisibility)
      return events.stop()
    },
  }
}
