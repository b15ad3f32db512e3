import { newOperation } from '#core/sync/new-operation.ts'
import { localKeyOf } from '#core/sync/keys.ts'
import { rebase } from '#core/sync/rebase.ts'
import type { Device } from '#storage/device.ts'

export const queueOf = { created: 400, deleted: 100, editedTwice: 100 } as const

/**
 * A thousand waiting operations over 400 clients: 400 creates, an edit of each, another edit of the first hundred, and the
 * last hundred deleted. Written into the outbox as they are: saved one by one by the product they would fold, because
 * nobody has tried to send them, and 300 creates and no edit would be left.
 */
export async function plantQueue({ replica, clock, ids, owner }: Device): Promise<number> {
  const made = Array.from({ length: queueOf.created }, (_, number) => {
    const opId = ids.uuid()
    const changes = {
      first_name: 'Maria',
      last_name: `Client ${number}`,
      email: `client-${number}@example.com`,
      phone_number: '555-0100',
      notes: '',
      category: 'Buyer',
    }
    return { opId, key: localKeyOf(opId), changes }
  })
  const common = { owner, entity: 'client', madeAt: clock.now() } as const
  const edit = (key: string, notes: string, before: string) =>
    newOperation({ ...common, opId: ids.uuid(), key, kind: 'update', changes: { notes }, base: { notes: before } })
  const operations = [
    ...made.map(({ opId, key, changes }) => newOperation({ ...common, opId, key, kind: 'create', changes })),
    ...made.map(({ key }) => edit(key, 'Called once', '')),
    ...made.slice(0, queueOf.editedTwice).map(({ key }) => edit(key, 'Called twice', 'Called once')),
    ...made.slice(-queueOf.deleted).map(({ key, changes }) => {
      const base = { ...changes, notes: 'Called once' }
      return newOperation({ ...common, opId: ids.uuid(), key, kind: 'delete', base })
    }),
  ]
  await replica.transact('write', async (store) => {
    for (const operation of operations) await store.addOperation(operation)
    for (const { key } of made) await rebase(store, 'client', key)
  })
  return operations.length
}
