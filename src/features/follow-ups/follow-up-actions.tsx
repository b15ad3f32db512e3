import { useState } from 'react'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { Button } from '#ui/basics/button.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { TextField } from '#ui/fields/field.tsx'
import styles from './follow-ups.module.css'
import { thenMoveFocus } from '#ui/hooks/move-focus.ts'
import type { CallNext } from '#core/domain/clients/call-next.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { canBeCalled } from '#core/domain/text/contact-links.ts'
import { visitorName } from '#core/domain/clients/visitor-as-client.ts'
import { logInteraction } from '#records/people/log-offer.tsx'
import { addWithUndo, changeWithUndo } from '#records/saving/save-with-undo.ts'
import type { Device } from '#storage/device/device.ts'
import type { ClientRow, FollowUpRow, OpenHouseVisitRow } from '#storage/database/rows.ts'
import { formatDate } from '#core/format/dates.ts'

type LaterProps = {
  /** The person or task that the label for screen readers names. */
  about: string
  today: string
  onChoose: (date: string) => void
}

/** A date further ahead than this is probably a typo, and the reminder would be lost. */
const maxDays = 3 * 365

export function LaterButton({ about, today, onChoose }: LaterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [day, setDay] = useState(addDays(today, 1))
  const latest = addDays(today, maxDays)
  function choose(date: string) {
    setIsOpen(false)
    onChoose(date)
  }
  return (
    <>
      <Button aria-label={`Later: ${about}`} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Later
      </Button>
      <Sheet open={isOpen} title="Remind me when?" onClose={() => setIsOpen(false)}>
        <div className={styles.days}>
          <Button onClick={() => choose(addDays(today, 1))}>Tomorrow</Button>
          <Button onClick={() => choose(addDays(today, 7))}>Next week</Button>
          <form
            className={styles.day}
            onSubmit={(event) => {
              event.preventDefault()
              if (day >= today && day <= latest) choose(day)
            }}
          >
            <TextField
              label="On a day"
              type="date"
              min={today}
              required
              value={day}
              onChange={(event) => setDay(event.target.value)}
              max={latest}
            />
            <Button type="submit">Choose</Button>
          </form>
        </div>
      </Sheet>
    </>
  )
}

type DoneProps = {
  about: string
  onPress: () => void
}

export function DoneButton({ about, onPress }: DoneProps) {
  return (
    <Button aria-label={`Done: ${about}`} data-press="once" onClick={thenMoveFocus(() => onPress())}>
      Done
    </Button>
  )
}

export function finishFollowUp(device: Device, followUp: FollowUpRow): Promise<void> {
  return change(device, followUp, { done: true }, 'Done')
}

export function postponeFollowUp(device: Device, followUp: FollowUpRow, date: string): Promise<void> {
  return change(device, followUp, { due_date: date }, postponedTitle(device, date))
}

type Changes = { done: boolean } | { due_date: string }

function change(device: Device, record: FollowUpRow, changes: Changes, title: string): Promise<void> {
  return changeWithUndo(device, { entity: 'follow_up', record, changes, title, message: record.text })
}

/** Logs a call to a client without a follow-up, or an email if the client has no number. */
export function logCall(device: Device, client: ClientRow): Promise<void> {
  return logInteraction(device, client, { kind: canBeCalled(client) ? 'Call' : 'Email', text: '' })
}

/** Marks the call to a visitor as done or postpones it, with *Undo*; `follow_up` is 'done' or a date. */
export function settleVisitor(device: Device, visitor: OpenHouseVisitRow, follow_up: string): Promise<void> {
  const title = follow_up === 'done' ? 'Done' : postponedTitle(device, follow_up)
  const message = visitorName(visitor)
  return changeWithUndo(device, { entity: 'open_house_visit', record: visitor, changes: { follow_up }, title, message })
}

/** Postpones a call to a client without a follow-up by creating one. */
export function remindLater(device: Device, client: ClientRow, { reason }: CallNext, date: string): Promise<void> {
  const name = clientName(client)
  return addWithUndo(device, {
    entity: 'follow_up',
    addition: {
      changes: { due_date: date, text: `Call ${name}: ${reason}`, done: false },
      references: { client: { entity: 'client', key: client.key } },
    },
    title: postponedTitle(device, date),
    message: name,
  })
}

function postponedTitle({ clock }: Device, date: string): string {
  return `Again on ${formatDate(date, dateOfInstant(clock.now()))}`
}
