import { useState } from 'react'
import { visitorName } from '#core/domain/clients/visitor-as-client.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OpenHouseVisitRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/lists/focus-next-row.ts'
import { UserPlusIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { failureOf } from '#records/record-words.ts'
import { tellSaved } from '#records/saving/tell-saved.ts'
import { addVisitorAsClient } from './visitor-commands.ts'
import { tellFailure } from '#records/saving/tell-failure.ts'

type AddVisitorAsClientProps = {
  visitor: OpenHouseVisitRow
  /** Where and when, in words. */
  met: string
}

/** Makes a visitor of an open house a client, by one press. */
export function AddVisitorAsClient({ visitor, met }: AddVisitorAsClientProps) {
  const device = useDevice()
  const [opId] = useState(device.ids.uuid)

  async function add() {
    try {
      const client = await addVisitorAsClient(device, { opId, visitor, met })
      if (client.outcome === 'known') return
      tellSaved({ entity: 'client', key: client.key, isNew: true, name: client.name })
    } catch (error) {
      tellFailure(failureOf('client', 'create'), error)
    }
  }

  return (
    <Button data-press="once" onClick={thenMoveFocus(() => void add())}>
      <UserPlusIcon size={18} />
      Add as Client<VisuallyHidden> {visitorName(visitor)}</VisuallyHidden>
    </Button>
  )
}
