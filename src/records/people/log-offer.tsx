import { clientName } from '#core/domain/clients/client-rules.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLogOffer, storeLogOffer, removeLogOffer } from '#storage/schedule/log-offers.ts'
import type { ClientRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/hooks/move-focus.ts'
import styles from './people.module.css'
import type { InteractionKind } from '#core/contract/interaction.ts'
import { timeOfMinutes } from '#core/domain/time/default-times.ts'
import { dateOfInstant, minutesOfInstant } from '#core/domain/time/wall-clock.ts'
import { dismissNotification, notify, useNotifications } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import { addWithUndo } from '#records/saving/save-with-undo.ts'
import { formatClock } from '#core/format/times.ts'

/** Offers, beside a client's name, to log a contact, for an hour, once the notification with the same offer has disappeared. */
export function StoredLogOffer({ client }: { client: ClientRow }) {
  const device = useDevice()
  const offer = useLogOffer(client.key)
  const isShown = useIsOfferShown(client.key)
  if (offer === null || isShown) return null
  const { kind, at } = offer
  return (
    <span className={styles.offer} role="group" aria-label={`Log with ${clientName(client)}`}>
      <span>
        {pastTense[kind]} {client.first_name || clientName(client)} at {formatClock(at)}?
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

export type ContactMethod = Extract<InteractionKind, 'Call' | 'Text' | 'Email'>
const pastTense: Record<ContactMethod, string> = { Call: 'Called', Text: 'Texted', Email: 'Emailed' }
/** How long a notification offers to log a contact. */
const offerMs = 60_000
/** The id of the last notification that offers to log a contact, and the local key of its client. */
let lastNotificationId: string | null = null
let lastClientKey: string | null = null

/** Offers to log a call, text or email that has just started, with its start time. */
export function offerToLog(device: Device, client: ClientRow, kind: ContactMethod): void {
  const at = device.clock.now()
  lastClientKey = client.key
  void storeLogOffer(device, { clientKey: client.key, kind, at })
  lastNotificationId = notify({
    title: `${pastTense[kind]} ${clientName(client)}?`,
    message: 'Keep it in the history.',
    duration: offerMs,
    action: { label: 'Log it', run: () => void logInteraction(device, client, { kind, text: '' }, at) },
  })
}

/** Withdraws the offer for a client, because the agent logs by hand or declines. */
export function withdrawLogOffer(device: Device, clientKey: string): void {
  if (lastNotificationId !== null && lastClientKey === clientKey) dismissNotification(lastNotificationId)
  void removeLogOffer(device, clientKey)
}

function useIsOfferShown(clientKey: string): boolean {
  const isShown = useNotifications(({ notifications }) => notifications.some(({ id }) => id === lastNotificationId))
  return isShown && lastClientKey === clientKey
}

/** Adds an interaction to a client's history, and offers to undo it. */
export function logInteraction(
  device: Device,
  client: ClientRow,
  { kind, text }: { kind: InteractionKind; text: string },
  at = device.clock.now(),
): Promise<void> {
  void removeLogOffer(device, client.key)
  const changes = { kind, text, date: dateOfInstant(at), time: timeOfMinutes(minutesOfInstant(at)) }
  return addWithUndo(device, {
    entity: 'interaction',
    addition: { changes, references: { client: { entity: 'client', key: client.key } } },
    title: 'Logged',
    message: `${kind} with ${clientName(client)}.`,
  })
}
