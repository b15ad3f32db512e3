import type { CallNext } from '#core/domain/call-next.ts'
import { clientName } from '#core/domain/client-rules.ts'
import { dateInWords, dateOfInstant } from '#core/domain/wall-clock.ts'
import { addRecord, changeRecord, removeRecord } from '#records/commands.ts'
import { logInteraction } from '#records/log-offer.ts'
import { failureOf } from '#records/record-words.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device.ts'
import type { ClientRow, FollowUpRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'

/** Ticks a follow-up off; `Undo` takes that back. */
export async function finishFollowUp(device: Device, followUp: FollowUpRow): Promise<void> {
  await change(device, followUp, { done: true }, 'Done', followUp.text)
}

/** Moves a follow-up to another day; `Undo` takes that back. */
export async function postponeFollowUp(device: Device, followUp: FollowUpRow, date: string): Promise<void> {
  await change(device, followUp, { due_date: date }, laterOn(device, date), followUp.text)
}

async function change(
  device: Device,
  followUp: FollowUpRow,
  changes: { done: boolean } | { due_date: string },
  title: string,
  message: string,
): Promise<void> {
  const { key, due_date, done } = followUp
  const set = (before: object, after: object) =>
    changeRecord(device, 'follow_up', { opId: device.ids.uuid(), key, opened: { ...before }, changes: { ...after } })
  try {
    const before = { due_date, done }
    await set(before, changes)
    const undo = 'done' in changes ? { done } : { due_date }
    notify({
      type: 'success',
      title,
      message,
      action: { label: 'Undo', run: () => void set({ ...before, ...changes }, undo) },
    })
  } catch (error) {
    notify({ type: 'error', title: failureOf('follow_up', 'update'), message: storageProblem(error) })
  }
}

/** A call that no follow-up asked for was made: it stands in the history. */
export function noteCalled(device: Device, client: ClientRow, { reason }: CallNext): Promise<void> {
  return logInteraction(device, client, { kind: 'Call', text: reason })
}

/** A call that no follow-up asked for is put off: from now on a follow-up asks for it. */
export async function remindLater(
  device: Device,
  client: ClientRow,
  { reason }: CallNext,
  date: string,
): Promise<void> {
  try {
    const { key } = await addRecord(device, 'follow_up', {
      opId: device.ids.uuid(),
      changes: { due_date: date, text: `Call ${clientName(client)}: ${reason}`, done: false },
      references: { client: { entity: 'client', key: client.key } },
    })
    notify({
      type: 'success',
      title: laterOn(device, date),
      message: clientName(client),
      action: { label: 'Undo', run: () => void removeRecord(device, 'follow_up', key) },
    })
  } catch (error) {
    notify({ type: 'error', title: failureOf('follow_up', 'create'), message: storageProblem(error) })
  }
}

function laterOn({ clock }: Device, date: string): string {
  return `Again on ${dateInWords(date, dateOfInstant(clock.now()))}`
}
