import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { NewClient } from '#core/contract/client.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { type Connection, forgetConnection, useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import { type Agent, openScreens } from './workspace-screens.tsx'

export function openOutbox(agent: Agent) {
  return openScreens(agent, '/outbox')
}

export const elena = {
  first_name: 'Elena',
  last_name: 'Vasquez',
  email: 'elena@inbox.example',
  phone_number: '',
  notes: '',
  category: 'Buyer',
} satisfies Partial<NewClient>

/** Creates a client on this device; `left` is what the sender wrote into the operation. */
export async function aNewClient(device: Device, changes: Fields = {}, left: Partial<Operation> = {}): Promise<string> {
  const opId = crypto.randomUUID()
  const { key } = await createRecord(device.replica, device.clock, {
    opId,
    entity: 'client',
    changes: { ...elena, ...changes },
  })
  await device.database.outbox.where({ opId }).modify(left)
  return key
}

export async function aChangedClient(device: Device, changes: Fields, left: Partial<Operation> = {}): Promise<void> {
  const opId = crypto.randomUUID()
  await device.database.clients.put({ ...elena, key: '7', id: 7, created_at: '2026-10-01T10:00:00Z' })
  await updateRecord(device.replica, device.clock, { opId, entity: 'client', key: '7', opened: { ...elena }, changes })
  await device.database.outbox.where({ opId }).modify(left)
}

export function theConnectionIs(connection: Partial<Connection>): void {
  useConnection.setState(connection)
  onTestFinished(forgetConnection)
}

export const aRefusal = (fieldErrors: Record<string, string>) => ({
  status: 400,
  code: 'invalid',
  message: Object.values(fieldErrors)[0] ?? 'No.',
  fieldErrors,
  at: Date.now(),
})

export const part = (title: string) => page.getByRole('region', { name: title })
export const button = (name: string) => page.getByRole('button', { name })
export const outbox = (agent: Agent) => agent.device.database.outbox.toArray()
