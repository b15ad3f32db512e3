import { keyField } from '#core/kinds/key-field.ts'
import { forceCloseDatabase } from 'fake-indexeddb'
import { Dexie, liveQuery } from 'dexie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { entityNames, kinds } from '#core/kinds/all-kinds.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import { decisionPrefix } from '#core/sync/resolving/discarded-values.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { isInJournal } from '#storage/database/journal-rows.ts'
import { StorageError } from '#storage/database/storage-error.ts'
import { aClient, aJournalEntry, opId, standingClock } from '#tests/support/sync-records.ts'

const clock = standingClock()
const transactions = watchTransactions()
let number = 0
let name: string
let device: Device

beforeEach(async () => {
  number += 1
  name = `replica-test-${number}`
  device = await openDevice('1', name)
  // The first transaction also looks for what an older version left.
  await device.replica.transact('read', (tx) => tx.operationCount())
  transactions.length = 0
})

afterEach(async () => {
  device.close()
  await Dexie.delete(name)
})

async function addClient(id = 1) {
  return createRecord(device.replica, clock, { opId: opId(id), entity: 'client', changes: aClient() })
}

describe('saving on this device', () => {
  test('A2: row and operation are stored together or not at all', async () => {
    await expect(
      device.replica.transact('write', async (tx) => {
        await tx.putRows('client', [{ key: 'local-1', first_name: 'Ann' }])
        await tx.addOperation(
          newOperation({ owner: '1', opId: opId(1), entity: 'client', key: 'local-1', kind: 'create', madeAt: 0 }),
        )
        throw new Error('killed in the middle')
      }),
    ).rejects.toThrow('killed in the middle')
    expect(await device.database.clients.count()).toBe(0)
    expect(await device.database.outbox.count()).toBe(0)
  })

  test('A4: outbox writes are strict, pulled rows relaxed, and reads use the relaxed connection', async () => {
    await addClient()
    await device.replica.transact('refresh', (tx) => tx.putRows('client', [{ key: '7', id: 7 }]))
    await device.replica.transact('read', (tx) => tx.row('client', '7'))
    expect(transactions.map(({ asked }) => asked)).toEqual([
      'readwrite strict',
      'readwrite relaxed',
      'readonly relaxed',
    ])
  })

  test('A4: a relaxed transaction that touches the outbox is rolled back and repeated as strict', async () => {
    await device.replica.transact('refresh', async (tx) => {
      const count = (await tx.meta<number>('runs')) ?? 0
      await tx.setMeta('runs', count + 1)
      await tx.putBase({ entity: 'client', key: '7', record: null, version: null })
    })
    expect(transactions.map(({ asked }) => asked)).toEqual(['readwrite relaxed', 'readwrite strict'])
    expect((await device.database.facts.get('runs'))?.value).toBe(1)
  })

  test('A15: an operation id is stored only once', async () => {
    await addClient(1)
    await addClient(1)
    expect(await device.database.outbox.count()).toBe(1)
    const again = newOperation({ owner: '1', opId: opId(1), entity: 'client', key: 'other', kind: 'create', madeAt: 0 })
    await expect(device.replica.transact('write', (tx) => tx.addOperation(again))).rejects.toThrow()
  })

  test('A18: operation numbers keep rising after older operations are deleted', async () => {
    await addClient(1)
    const first = await device.database.outbox.toCollection().first()
    await device.database.outbox.clear()
    await addClient(2)
    const second = await device.database.outbox.toCollection().first()
    expect(second!.seq).toBeGreaterThan(first!.seq)
  })

  test('E1: every declared reference has an index of its own', async () => {
    for (const entity of entityNames) {
      for (const field of Object.keys(kinds[entity].references)) {
        await device.replica.transact('write', (tx) =>
          tx.putRows(entity, [{ key: `${entity}-1`, [keyField(field)]: 'local-parent' }]),
        )
        const found = await device.replica.transact('read', (tx) => tx.rowsReferringTo(entity, field, 'local-parent'))
        expect(found.map(({ key }) => key)).toEqual([`${entity}-1`])
      }
    }
  })
})

describe('inside one transaction', () => {
  test('reads see earlier writes, by key, by index and in the record queue', async () => {
    await device.replica.transact('write', async (tx) => {
      await tx.putRows('listing_image', [{ key: 'p1', listing_key: 'l1' }])
      expect((await tx.rowsReferringTo('listing_image', 'listing', 'l1')).length).toBe(1)
      const made = newOperation({ owner: '1', opId: opId(1), entity: 'client', key: 'c', kind: 'create', madeAt: 0 })
      expect(await tx.recordQueue('client', 'c')).toEqual([])
      const seq = await tx.addOperation(made)
      expect((await tx.recordQueue('client', 'c')).map(({ seq }) => seq)).toEqual([seq])
      await tx.putOperation({ ...made, seq, state: 'sending' })
      expect((await tx.recordQueue('client', 'c'))[0]?.state).toBe('sending')
      expect((await tx.operations(0, 5))[0]?.state).toBe('sending')
      await tx.deleteOperations([seq])
      expect(await tx.recordQueue('client', 'c')).toEqual([])
      expect(await tx.operationCount()).toBe(0)
      await tx.putBase({ entity: 'client', key: 'c', record: null, version: '4' })
      expect((await tx.base('client', 'c'))?.version).toBe('4')
      await tx.deleteBase('client', 'c')
      expect(await tx.base('client', 'c')).toBeUndefined()
    })
  })

  test('modifying a row that was read changes nothing until it is written', async () => {
    await device.replica.transact('write', async (tx) => {
      await tx.putRows('client', [{ key: 'c', first_name: 'Ann' }])
      const row = (await tx.row('client', 'c'))!
      row['first_name'] = 'Bob'
      expect((await tx.row('client', 'c'))?.['first_name']).toBe('Ann')
    })
  })

  test('deleting several operations leaves the ones between them', async () => {
    for (let number = 1; number <= 10; number += 1) await addClient(number)
    const seqs = (await device.database.outbox.toArray()).map(({ seq }) => seq)
    const leaving = [1, 3, 2, 4, 7, 9].map((place) => seqs[place]!)
    await device.replica.transact('write', (tx) => tx.deleteOperations([...leaving, 1_000]))
    const left = (await device.database.outbox.toArray()).map(({ seq }) => seqs.indexOf(seq))
    expect(left).toEqual([0, 5, 6, 8])
  })

  test('A5: generators and parallel reads stay inside the transaction', async () => {
    for (let number = 1; number <= 5; number += 1) await addClient(number)
    const seen = await device.replica
      .transact('write', async (tx) => {
        const seqs: number[] = []
        async function* pages() {
          for (let after = 0; ;) {
            const page = await tx.operations(after, 2)
            if (page.length === 0) return
            yield page
            after = page.at(-1)!.seq
          }
        }
        for await (const page of pages()) {
          await Promise.all(page.map((operation) => tx.putOperation({ ...operation, state: 'waiting' })))
          seqs.push(...page.map(({ seq }) => seq))
        }
        throw Object.assign(new Error('undo it all'), { seqs })
      })
      .catch((error: { seqs: number[] }) => error.seqs)
    expect(seen).toHaveLength(5)
    expect((await device.database.outbox.toArray()).map(({ state }) => state)).toEqual(Array(5).fill('queued'))
  })
})

test.each([1, 200])('the journal lists each of %s operations that were settled together', async (count) => {
  const entries = Array.from({ length: count }, (_, index) => aJournalEntry(index + 1, index + 1))
  const { database, replica } = device
  await replica.transact('write', async (tx) => {
    for (const entry of entries) await tx.addToJournal(entry)
    await tx.addToJournal(aJournalEntry(900, 900, { opId: `${decisionPrefix}900`, note: 'decided' }))
  })
  // Entries share a row: the number of rows costs the disk more than their size.
  expect(await database.journal.count()).toBe(2)
  for (const { opId: name } of entries) expect(await isInJournal(database, name)).toBe(true)
  expect(await isInJournal(database, opId(count + 1))).toBe(false)
  expect(await database.journal.where('opId').startsWith(decisionPrefix).count()).toBe(1)
  await replica.transact('write', (tx) => tx.deleteJournalBefore(1_001, 0))
  expect(await database.journal.count()).toBe(0)
})

describe('storage that dies', () => {
  test('A8: a dead connection is reopened and the transaction repeated once', async () => {
    await addClient(1)
    expect(transactions.at(-1)!.asked).toBe('readwrite strict')
    // As a suspended phone does: the handle is closed without an event.
    device.database.backendDB().close()
    transactions.at(-1)!.handle.close()
    await addClient(2)
    expect(await device.replica.transact('read', (tx) => tx.operationCount())).toBe(2)
  })

  test('A8: a transaction that fails twice is not saved and reports that a reload is needed', async () => {
    let runs = 0
    const dying = device.replica.transact('write', () => {
      runs += 1
      return Promise.reject(new DOMException('Connection to Indexed Database server lost', 'UnknownError'))
    })
    await expect(dying).rejects.toMatchObject({ name: 'StorageError', reason: 'lost' })
    expect(runs).toBe(2)
  })

  test('A6: a full device evicts once, then reports that nothing is saved', async () => {
    let runs = 0
    const full = device.replica.transact('write', async (tx) => {
      runs += 1
      await tx.putRows('client', [{ key: 'x' }])
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await expect(full).rejects.toMatchObject({ reason: 'full' })
    expect(runs).toBe(1)
    expect(await device.database.clients.count()).toBe(0)
  })

  test('A6: other agents’ listings are evicted to save own work', async () => {
    await device.database.available_listings.put({ key: '9', property: { address: '1 Elm St' } })
    let runs = 0
    await device.replica.transact('write', async (tx) => {
      runs += 1
      await tx.putRows('client', [{ key: 'x' }])
      if (runs === 1) throw new DOMException('no room', 'QuotaExceededError')
    })
    expect(await device.database.available_listings.count()).toBe(0)
    expect(await device.database.clients.count()).toBe(1)
  })

  test('A6: eviction continues until the write fits or nothing that can be fetched again is left', async () => {
    const saved = await device.saveFile(new Blob(['a house']), { fileName: 'house.jpg', mediaType: 'image/jpeg' })
    const sent = aJournalEntry(1, 1_000, { entity: 'listing_image', kind: 'create', files: { image: saved } })
    await device.replica.transact('write', (tx) => tx.addToJournal(sent))
    await device.database.available_listings.put({ key: '9', property: { address: '1 Elm St' } })
    let runs = 0
    await device.replica.transact('write', async (tx) => {
      runs += 1
      await tx.putRows('client', [{ key: 'x' }])
      if (runs <= 2) throw new DOMException('no room', 'QuotaExceededError')
    })
    expect(await device.database.blobs.count()).toBe(0)
    expect(await device.database.available_listings.count()).toBe(0)
    expect(await device.database.clients.count()).toBe(1)
  })

  test('A9: an older tab closes its connection for a newer version and reports that it must reload', async () => {
    const troubles: string[] = []
    device.onStorageFailure((reason) => troubles.push(reason))
    await upgradeTo(990)
    expect(troubles).toEqual(['newer-version'])
    await expect(addClient()).rejects.toBeInstanceOf(StorageError)
  })

  test('A10: a database upgraded by a newer version is left alone', async () => {
    await addClient()
    device.close()
    await upgradeTo(990)
    await expect(openDevice('1', name)).rejects.toMatchObject({ reason: 'newer-version' })
    const again = await new Dexie(name).open()
    expect(await again.table('outbox').count()).toBe(1)
    again.close()
  })

  test('A22: data deleted by another tab is not recreated', async () => {
    const troubles: string[] = []
    device.onStorageFailure((reason) => troubles.push(reason))
    await Dexie.delete(name)
    expect(troubles).toEqual(['gone'])
    await expect(addClient()).rejects.toMatchObject({ reason: 'gone' })
    expect(await Dexie.exists(name)).toBe(false)
  })

  test('A8 A22: a connection that the browser closes is reopened, and lost data is reported', async () => {
    const troubles: string[] = []
    device.onStorageFailure((reason) => troubles.push(reason))
    await addClient(1)
    forceCloseDatabase(device.database.backendDB() as never)
    await expect.poll(() => device.database.clients.count()).toBe(1)
    expect(troubles).toEqual([])

    // As after clearing the site's data: the new database was not created for this agent.
    await device.database.facts.delete('device-made')
    forceCloseDatabase(device.database.backendDB() as never)
    await expect.poll(() => troubles).toEqual(['gone'])
  })

  test('A11: an unreadable operation is stored unchanged in its own table and blocks no others', async () => {
    await addClient(1)
    await device.database.table('outbox').put({ opId: 'strange', entity: 'client', key: 'x', kind: 'shout' })
    await addClient(2)
    const listed = () => device.replica.transact('read', (tx) => tx.operations(0, 2))
    expect((await listed()).map(({ opId }) => opId)).toEqual([opId(1), opId(2)])
    expect(await device.replica.transact('write', (tx) => tx.quarantineUnreadable(5))).toBe(1)
    expect(await device.database.outbox.count()).toBe(2)
    expect(await device.database.attention.toArray()).toMatchObject([{ raw: { opId: 'strange' }, at: 5 }])
  })
})

describe('live queries', () => {
  test('see writes of the strict and of the relaxed connection', async () => {
    const delivered: number[] = []
    let wake = () => {}
    const subscription = liveQuery(() => mirrorTable(device.database, 'client').count()).subscribe((count) => {
      delivered.push(count)
      wake()
    })
    const until = async (count: number) => {
      while (delivered.at(-1) !== count) await new Promise<void>((resolve) => (wake = resolve))
    }
    await until(0)
    await addClient(1)
    await until(1)
    await device.replica.transact('refresh', (tx) => tx.putRows('client', [{ key: '7', id: 7 }]))
    await until(2)
    subscription.unsubscribe()
    expect(delivered).toEqual([0, 1, 2])
  })

  test('G19: an update is merged field by field with the values its form opened with', async () => {
    await device.replica.transact('refresh', (tx) => tx.putRows('client', [{ key: '7', id: 7, ...aClient() }]))
    const opened = aClient()
    const update = (id: number, changes: ReturnType<typeof aClient>) =>
      updateRecord(device.replica, clock, { opId: opId(id), entity: 'client', key: '7', opened, changes })
    await update(1, aClient({ first_name: 'Anna' }))
    await update(2, aClient({ phone_number: '555' }))
    expect(await device.database.clients.get('7')).toMatchObject({ first_name: 'Anna', phone_number: '555' })
  })
})

/** Upgrades the database as a newer version of the page does. */
function upgradeTo(version: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('newer'))
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}

type AskedTransaction = { handle: IDBDatabase; asked: string }

/** Records every transaction with its mode and durability. Dexie reads the function when it opens. */
function watchTransactions(): AskedTransaction[] {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const original = IDBDatabase.prototype.transaction
  const asked: AskedTransaction[] = []
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    asked.push({ handle: this, asked: `${mode ?? 'readonly'} ${options?.durability ?? 'default'}` })
    return original.call(this, stores, mode, options)
  }
  return asked
}
