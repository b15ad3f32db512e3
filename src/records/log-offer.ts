import type { InteractionKind } from '#core/contract/interaction.ts'
import { clientName } from '#core/domain/client-rules.ts'
import { timeOfMinutes } from '#core/domain/usual-times.ts'
import { dateOfInstant, minutesOfInstant } from '#core/domain/wall-clock.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device.ts'
import type { ClientRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { addRecord, removeRecord } from './commands.ts'
import { failureOf } from './record-words.ts'

type Spoken = Extract<InteractionKind, 'Call' | 'Text' | 'Email'>
const past: Record<Spoken, string> = { Call: 'Called', Text: 'Texted', Email: 'Emailed' }
/** So long after a call it may still be logged in one tap. */
const offerMs = 60_000

/** Offers to log a call, a text or an email that has just begun; its moment is that of the beginning. */
export function offerToLog(device: Device, client: ClientRow, kind: Spoken): void {
  const at = device.clock.now()
  notify({
    title: `${past[kind]} ${clientName(client)}?`,
    message: 'Keep it in the history.',
    duration: offerMs,
    action: { label: 'Log it', run: () => void logInteraction(device, client, { kind, text: '' }, at) },
  })
}

/** Keeps what was said to a client at a moment, and offers to undo it. */
export async function logInteraction(
  device: Device,
  client: ClientRow,
  { kind, text }: { kind: InteractionKind; text: string },
  at = device.clock.now(),
): Promise<void> {
  try {
    const { key } = await addRecord(device, 'interaction', {
      opId: device.ids.uuid(),
      changes: { kind, text, date: dateOfInstant(at), time: timeOfMinutes(minutesOfInstant(at)) },
      references: { client: { entity: 'client', key: client.key } },
    })
    notify({
      type: 'success',
      title: 'Logged',
      message: `${kind} with ${clientName(client)}.`,
      action: { label: 'Undo', run: () => void removeRecord(device, 'interaction', key) },
    })
  } catch (error) {
    notify({ type: 'error', title: failureOf('interaction', 'create'), message: storageProblem(error) })
  }
}
