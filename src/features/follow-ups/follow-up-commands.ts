import type { CallNext } from '#core/domain/clients/call-next.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { canBeCalled } from '#core/domain/text/contact-links.ts'
import { visitorName } from '#core/domain/clients/visitor-as-client.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { logInteraction } from '#records/people/log-offer.tsx'
import { addWithUndo, changeWithUndo } from '#records/saving/save-with-undo.ts'
import type { Device } from '#storage/device/device.ts'
import type { ClientRow, FollowUpRow, OpenHouseVisitRow } from '#storage/database/rows.ts'
import { formatDate } from '#core/format/dates.ts'

/** Ticks a follow-up off; `Undo` takes that back. */
export function finishFollowUp(device: Device, followUp: FollowUpRow): Promise<void> {
  return change(device, followUp, { done: true }, 'Done')
}

/** Moves a follow-up to another day; `Undo` takes that back. */
export function postponeFollowUp(device: Device, followUp: FollowUpRow, date: string): Promise<void> {
  return change(device, followUp, { due_date: date }, laterOn(device, date))
}

type Changes = { done: boolean } | { due_date: string }

function change(device: Device, record: FollowUpRow, changes: Changes, title: string): Promise<void> {
  return changeWithUndo(device, { entity: 'follow_up', record, changes, title, message: record.text })
}

/** A call that no follow-up asked for was made, or an email where there is no number to call: it stands in the history. */
export function noteCalled(device: Device, client: ClientRow): Promise<void> {
  return logInteraction(device, client, { kind: canBeCalled(client) ? 'Call' : 'Email', text: '' })
}

/** A visitor who is no client needs no call any more, or one on another day; `Undo` takes that back. */
export function settleVisitor(device: Device, visitor: OpenHouseVisitRow, follow_up: string): Promise<void> {
  const title = follow_up === 'done' ? 'Done' : laterOn(device, follow_up)
  const message = visitorName(visitor)
  return changeWithUndo(device, { entity: 'open_house_visit', record: visitor, changes: { follow_up }, title, message })
}

/** A call that no follow-up asked for is put off: from now on a follow-up asks for it. */
export function remindLater(device: Device, client: ClientRow, { reason }: CallNext, date: string): Promise<void> {
  const name = clientName(client)
  return addWithUndo(device, {
    entity: 'follow_up',
    addition: {
      changes: { due_date: date, text: `Call ${name}: ${reason}`, done: false },
      references: { client: { entity: 'client', key: client.key } },
    },
    title: laterOn(device, date),
    message: name,
  })
}

function laterOn({ clock }: Device, date: string): string {
  return `Again on ${formatDate(date, dateOfInstant(clock.now()))}`
}
