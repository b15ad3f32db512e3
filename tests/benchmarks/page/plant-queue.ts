import { newOperation } from '#core/sync/records/operations.ts'
import type { Fields } from '#core/contract/json.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'
import type { NewOperation } from '#core/sync/operation.ts'
import { rebase } from '#core/sync/records/rebase.ts'
import type { Device } from '#storage/device/device.ts'

/** How many records of each kind are created, edited a second time, and deleted in the end. */
export const queueOf = {
  listing: { created: 120, editedTwice: 40, deleted: 40 },
  client: { created: 140, editedTwice: 40, deleted: 40 },
  showing: { created: 130, editedTwice: 30, deleted: 30 },
} as const

type Kind = keyof typeof queueOf
type Made = Pick<NewOperation, 'opId' | 'entity' | 'key' | 'changes'> & Partial<Pick<NewOperation, 'references'>>

/** The edited field: its values at first, after one edit, and after two. */
export const editedField = {
  listing: { name: 'listing_price', values: [300_000, 310_000, 320_000] },
  client: { name: 'notes', values: ['', 'Called once', 'Called twice'] },
  showing: { name: 'end_time', values: ['11:00:00', '11:30:00', '12:00:00'] },
} as const

/** Directly into the outbox, because the product would fold operations that were never sent. */
export async function plantQueue({ replica, database, clock, ids, owner }: Device): Promise<number> {
  const property = await database.properties.toCollection().first()
  if (property === undefined) throw new Error('The catalog is empty.')
  const make = (entity: Kind, fields: (number: number) => { changes: Fields } & Partial<Pick<Made, 'references'>>) =>
    Array.from({ length: queueOf[entity].created }, (_, number): Made => {
      const opId = ids.uuid()
      return { opId, entity, key: localKeyOf(opId), ...fields(number) }
    })
  const listings = make('listing', (number) => ({
    changes: { listing_price: 300_000, description: `House ${number}`, status: 'For Sale' },
    references: { property: { entity: 'property', key: property.key } },
  }))
  const clients = make('client', (number) => ({
    changes: clientNumber(number),
  }))
  const showings = make('showing', (number) => ({
    changes: {
      showing_date: '2027-03-01',
      start_time: '10:00:00',
      end_time: '11:00:00',
      client_email: `client-${number}@example.com`,
    },
    // Only at listings that remain; the others would delete their showings.
    references: { listing: { entity: 'listing', key: listings[number % 60]!.key } },
  }))
  const made = inTurn(listings, clients, showings)
  const operations = [
    ...made.map((one) => operation(one, 'create')),
    ...made.map((one) => edit(one, 1)),
    ...made.filter((one) => placeOf(one) < queueOf[one.entity as Kind].editedTwice).map((one) => edit(one, 2)),
    ...made
      .filter((one) => placeOf(one) >= queueOf[one.entity as Kind].created - queueOf[one.entity as Kind].deleted)
      .map((one) => operation(one, 'delete', { base: { ...one.changes, ...valueOf(one, 1) } })),
  ]
  await replica.transact('write', async (tx) => {
    for (const one of operations) await tx.addOperation(one)
    for (const { entity, key } of made) await rebase(tx, entity, key)
  })
  return operations.length

  function operation(
    { entity, key, opId, changes, references = {} }: Made,
    kind: NewOperation['kind'],
    more: Partial<Pick<NewOperation, 'opId' | 'changes' | 'base'>> = {},
  ): NewOperation {
    const own =
      kind === 'create' ? { opId, changes, references } : { opId: ids.uuid(), ...parentOf(entity, references) }
    return newOperation({ owner, entity, key, kind, madeAt: clock.now(), ...own, ...more })
  }

  function edit(one: Made, time: 1 | 2): NewOperation {
    return operation(one, 'update', { changes: valueOf(one, time), base: valueOf(one, time === 1 ? 0 : 1) })
  }

  function placeOf(one: Made): number {
    return { listing: listings, client: clients, showing: showings }[one.entity as Kind].indexOf(one)
  }
}

function clientNumber(number: number): Fields {
  return {
    first_name: 'Maria',
    last_name: `Client ${number}`,
    email: `client-${number}@example.com`,
    phone_number: '555-0100',
    notes: '',
    category: 'Buyer',
  }
}

/** A showing's request has its listing in the path. */
function parentOf(entity: NewOperation['entity'], references: NewOperation['references']) {
  return entity === 'showing' ? { references } : {}
}

function valueOf({ entity }: Made, time: 0 | 1 | 2): Fields {
  const { name, values } = editedField[entity as Kind]
  return { [name]: values[time] }
}

function inTurn<One>(...lists: One[][]): One[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat()
}
