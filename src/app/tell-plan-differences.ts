import { tourTitle } from '#core/domain/tours/tour-words.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import { onPlanDifferences } from '#storage/outbox/plan-differences.ts'

/** Says aloud when the server has planned a tour otherwise than it was shown; the tour itself says how. */
export function tellPlanDifferences(device: Device): () => void {
  return onPlanDifferences(device.database, (tours) => {
    for (const tour of tours) {
      notify({
        title: `${tourTitle(tour.id)} was planned differently`,
        message: 'The server chose other stops or times than you were shown. The tour shows both.',
        duration: 10_000,
      })
    }
  })
}
