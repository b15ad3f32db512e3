import type { Fields } from '#core/contract/json.ts'
import { createAbort } from '#core/sync/abort.ts'
import type { Request } from '#core/sync/ports.ts'
import { type SyncOutcome, type SyncRun, syncOnce } from '#core/sync/sync-once.ts'
import { type ModelServer, modelServer } from './model-server.ts'
import { syncDevice, type SyncDevice } from './sync-device.ts'
import { virtualClock } from './virtual-clock.ts'

export function office(kind: 'ours' | 'plain' = 'ours') {
  const clock = virtualClock()
  const server = modelServer(kind)
  return { clock, server, device: syncDevice(server, clock) }
}

/** Two devices of one agent that have the same client. */
export async function twoDevices() {
  const clock = virtualClock()
  const server = modelServer('ours')
  const [phone, desk] = [syncDevice(server, clock, 1), syncDevice(server, clock, 2)]
  const key = await phone.addClient({ notes: 'Garden' })
  await phone.sync()
  await desk.sync()
  return { clock, server, phone, office: desk, key, officeKey: String(phone.row('client', key)?.id) }
}

/** A client whose edit arrived, but whose answer was lost. */
export async function anEditWithoutAnswer() {
  const { clock, server, device } = office()
  const key = await device.addClient()
  await device.sync()
  const id = Number(device.row('client', key)?.id)
  device.network.next('PATCH', 'lost-answer')
  await device.edit('client', key, { phone_number: '1' })
  await device.sync()
  return { clock, server, device, key, id }
}

/** Makes the server answer creates with an existing record and do nothing. */
export function answerCreates(server: ModelServer, collection: string, status: number, body: Fields): void {
  const { handle } = server
  server.handle = (request) => {
    if (request.method !== 'POST' || !request.path.startsWith(collection)) return handle(request)
    const headers = { 'idempotency-key': request.headers['Idempotency-Key'] ?? '', 'sync-version': '1' }
    return { status, headers, body }
  }
}

export function firstOperationId(device: SyncDevice): string {
  const [operation] = device.operations()
  if (operation === undefined) throw new Error('The outbox is empty.')
  return operation.opId
}

export function aSyncRun(sender = 'tab'): SyncRun {
  return { sender, isManual: true, isAfterOutage: false, stop: createAbort().signal, onAttempt: () => {} }
}

/** Starts an exchange without moving the clock, so that a test can act in the middle of it. */
export function startSync(device: SyncDevice): Promise<SyncOutcome> {
  return syncOnce(device.ports, aSyncRun())
}

/** Does `work` right before a request leaves. */
export function beforeNext(
  { network }: SyncDevice,
  isNext: (request: Request) => boolean,
  work: () => Promise<void>,
): void {
  const { send } = network
  network.send = async (request, signal) => {
    if (isNext(request)) {
      network.send = send
      await work()
    }
    return send(request, signal)
  }
}
