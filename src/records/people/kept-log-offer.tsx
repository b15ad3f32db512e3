import { clientName } from '#core/domain/clients/client-rules.ts'
import { clockTime } from '#core/domain/time/moment-words.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLogOffer } from '#storage/schedule/log-offers.ts'
import type { ClientRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/lists/focus-next-row.ts'
import styles from './kept-log-offer.module.css'
import { logInteraction, pastOf, useIsOfferShown, withdrawLogOffer } from './log-offer.ts'

/** Offers for an hour to log what was begun with a client, in the client's card, once its notification has gone. */
export function KeptLogOffer({ client }: { client: ClientRow }) {
  const device = useDevice()
  const offer = useLogOffer(client.key)
  const isShown = useIsOfferShown(client.key)
  if (offer === null || isShown) return null
  const { kind, at } = offer
  return (
    <span className={styles.offer} role="group" aria-label={`Log with ${clientName(client)}`}>
      <span>
        {pastOf[kind]} {client.first_name || clientName(client)} at {clockTime(at)}?
      </span>
      <Button
        data-press="once"
        onClick={thenMoveFocus(() => void logInteraction(device, client, { kind, text: '' }, at))}
      >
        Log it
      </Button>
      <Button variant="quiet" onClick={thenMoveFocus(() => withdrawLogOffer(device, client.key))}>
        No
      </Button>
    </span>
  )
}
