import { type PhotoWish, photoWishFact, releasePhotos } from '#core/sync/sending/holding-back.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { nothingChanged } from '#features/outbox/nothing-changed.ts'

/** Why photos stay back although the server can be reached, and the way to send them all the same (fault I11). */
export function HeldPhotos() {
  const device = useDevice()
  const { heldPhotos, syncNow } = useConnection()
  const wish = useLiveQuery(() => device.database.facts.get(photoWishFact), [device])?.value as PhotoWish | null
  if (heldPhotos === 0 || (wish ?? null) === null) return null

  async function sendNow() {
    await releasePhotos(device.replica)
    syncNow()
  }

  const [photos, wait, they] =
    heldPhotos === 1 ? ['One photo', 'waits', 'It'] : [`${heldPhotos} photos`, 'wait', 'They']
  return (
    <Banner tone="info">
      <p>
        <b>
          {photos} {wait}{' '}
          {wish === 'until-asked'
            ? `until you send ${heldPhotos === 1 ? 'it' : 'them'}.`
            : 'for a connection other than mobile data.'}
        </b>{' '}
        {they} {heldPhotos === 1 ? 'is' : 'are'} kept on this device, as you chose in Settings. Everything else is sent
        at once.
      </p>
      <Button onClick={() => void sendNow().catch(nothingChanged)}>Send photos now</Button>
    </Banner>
  )
}
