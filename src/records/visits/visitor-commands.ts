import { visitorAsClient } from '#core/domain/clients/visitor-as-client.ts'
import { isSameEmail } from '#core/domain/clients/client-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { addRecord } from '#records/saving/commands.ts'
import type { Device } from '#storage/device/device.ts'
import type { OpenHouseVisitRow } from '#storage/database/rows.ts'

type Meeting = {
  /** Made once per visitor on screen, so that two taps make one client (fault A15). */
  opId: string
  visitor: OpenHouseVisitRow
  /** Where and when, in words. */
  met: string
}

type ClientOfVisitor = { outcome: 'added' | 'known'; key: LocalKey; name: string }

/** Makes a visitor a client on this device. Somebody with that address who is a client already is the answer instead. */
export async function addVisitorAsClient(device: Device, { opId, visitor, met }: Meeting): Promise<ClientOfVisitor> {
  const known = await device.database.clients.filter(({ email }) => isSameEmail(email, visitor.client_email)).first()
  const client = known ?? visitorAsClient(visitor, met)
  const name = `${client.first_name} ${client.last_name}`.trim()
  if (known !== undefined) return { outcome: 'known', key: known.key, name }
  const { key } = await addRecord(device, 'client', {
    opId,
    changes: visitorAsClient(visitor, met),
    shown: { created_at: new Date(device.clock.now()).toISOString() },
  })
  return { outcome: 'added', key, name }
}
