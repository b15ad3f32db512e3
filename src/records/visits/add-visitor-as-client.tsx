import { useState } from 'react'
import { visitorName, visitorAsClient } from '#core/domain/clients/visitor-as-client.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OpenHouseVisitRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/hooks/move-focus.ts'
import { UserPlusIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { failureMessageOf } from '#records/record-labels.ts'
import { showSavedToast, showFailureToast } from '#records/saving/save-with-undo.ts'
import { isSameEmail } from '#core/domain/clients/client-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { addRecord } from '#records/saving/commands.ts'
import type { Device } from '#storage/device/device.ts'

type AddVisitorAsClientProps = {
  visitor: OpenHouseVisitRow
  /** Where and when the agent met the visitor, as text for the client's notes. */
  met: string
}

export function AddVisitorAsClient({ visitor, met }: AddVisitorAsClientProps) {
  const device = useDevice()
  const [opId] = useState(device.ids.uuid)

  async function add() {
    try {
      const client = await addVisitorAsClient(device, { opId, visitor, met })
      if (client.outcome === 'known') return
      showSavedToast({ entity: 'client', key: client.key, isNew: true, name: client.name })
    } catch (error) {
      showFailureToast(failureMessageOf('client', 'create'), error)
    }
  }

  return (
    <Button data-press="once" onClick={thenMoveFocus(() => void add())}>
      <UserPlusIcon size={18} />
      Add as Client<VisuallyHidden> {visitorName(visitor)}</VisuallyHidden>
    </Button>
  )
}

type Meeting = {
  /** Created once for each visitor on screen, so that two taps create one client (fault A15). */
  opId: string
  visitor: OpenHouseVisitRow
  met: string
}

/** `known`: a client already had the visitor's email, so none was added. */
type ClientOfVisitor = { outcome: 'added' | 'known'; key: LocalKey; name: string }

/** Adds a client with the visitor's details on this device, unless a client already has that email. */
async function addVisitorAsClient(device: Device, { opId, visitor, met }: Meeting): Promise<ClientOfVisitor> {
  const known = await device.database.clients.filter(({ email }) => isSameEmail(email, visitor.client_email)).first()
  const client = known ?? visitorAsClient(visitor, met)
  const name = `${client.first_name} ${client.last_name}`.trim()
  if (known !== undefined) return { outcome: 'known', key: known.key, name }
  const { key } = await addRecord(device, 'client', {
    opId,
    changes: visitorAsClient(visitor, met),
    // What the row shows until the server's copy arrives.
    shown: { created_at: new Date(device.clock.now()).toISOString() },
  })
  return { outcome: 'added', key, name }
}
