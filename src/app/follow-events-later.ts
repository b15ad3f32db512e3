import type { ChangeEvents } from '#core/sync/pulling/change-events.ts'
import type { Device } from '#storage/device/device.ts'
import { whenQuiet } from './when-quiet.ts'

/** As `followEvents`, once the page stands, because what another device changes is not urgent. */
export function followEventsLater(device: Device, onChanged: () => void): Pick<ChangeEvents, 'stop'> {
  let isStopped = false
  let following: Pick<ChangeEvents, 'stop'> | null = null
  void whenQuiet()
    .then(() => (isStopped ? null : import('./follow-events.ts')))
    .then((loaded) => {
      if (loaded !== null && !isStopped) following = loaded.followEvents(device, onChanged)
    })
    // Without a network there are no events either; the next page tries again.
    .catch(() => {})
  return {
    stop: async () => {
      isStopped = true
      await following?.stop()
    },
  }
}
