import { afterEach, describe, expect, test } from 'vitest'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import type { AttachedFile, NewOperation } from '#core/sync/operation.ts'
import type { Replica, Row } from '#core/sync/ports.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { undoDelete } from '#core/sync/writing/undo-delete.ts'
import { aClient, aJournalEntry, opId, standingClock } from '#tests/support/sync-records.ts'

export type ContractStore = {
  replica: Replica
  keepFile: (file: AttachedFile, bytes: Uint8Array) => Promise<void>
  /** Stores an outbox entry as another version of the client might have written it. */
  storeRaw: (raw: Record<string, unknown>) => Promise<void>
  unreadable: () => Promise<{ raw: unknown; at: number }[]>
  close: () => Promise<void>
}

/** Tests that every replica must pass. */
export function replicaContract(name: string, open: () => Promise<ContractStore>): void {
  const clock = standingClock()
  let opened: ContractStore[] = []

  async function aStore(): Promise<ContractStore> {
    const store = await open()
    opened.push(store)
    return store
  }

  afterEach(async () => {
    for (const store of opened) await store.close()
    opened = []
  })

  describe(`${name} is a replica`, () => {
    test('a transaction is all or nothing', async () => {
      const { replica } = await aStore()
      const work = replica.transact('write', async (tx) => {
        await tx.putRows('client', [aRow('7')])
        await tx.addOperation(anOperation(1))
        await tx.putBase({ entity: 'client', key: '7', record: {}, version: '1' })
        await tx.putMapping({ entity: 'client', key: '7', id: 9 })
        await tx.setMeta('cursor', 'x')
        await tx.addToJournal(aJournalEntry(1, 5))
        throw new Error('The work went wrong.')
      })
      await expect(work).rejects.toThrow('The work went wrong.')
      await replica.transact('read', async (tx) => {
        expect(await tx.row('client', '7')).toBeUndefined()
        expect(await tx.operationCount()).toBe(0)
        expect(await tx.base('client', '7')).toBeUndefined()
        expect(await tx.mappingOfKey('client', '7')).toBeUndefined()
        expect(await tx.meta('cursor')).toBeUndefined()
        expect(await tx.journalSince(0)).toEqual([])
      })
    })

    test('rows are stored unchanged, and found by key and by reference', async () => {
      const { replica } = await aStore()
      const photo: Row = { key: 'local-a', caption: 'Front', listing_key: '12' }
      await replica.transact('write', async (tx) => {
        await tx.putRows('client', [aRow('7'), aRow('8')])
        await tx.putRows('listing_image', [photo, { key: '5', listing_key: '13' }])
        await tx.putRows('listing', [{ key: '12', property_key: '3', property: { id: 3, address: 'A' } }])
      })
      await replica.transact('read', async (tx) => {
        expect(await tx.row('client', '7')).toEqual(aRow('7'))
        expect(await tx.rows('client', ['8', 'nobody', '7'])).toEqual([aRow('8'), undefined, aRow('7')])
        expect((await tx.rowKeys('client')).toSorted()).toEqual(['7', '8'])
        expect(await tx.rowsReferringTo('listing_image', 'listing', '12')).toEqual([photo])
        expect(await tx.rowsReferringTo('listing', 'property', '3')).toHaveLength(1)
      })
      await replica.transact('refresh', (tx) => tx.deleteRows('client', ['7', 'nobody']))
      await replica.transact('read', async (tx) => expect(await tx.rowKeys('client')).toEqual(['8']))
    })

    test('rows are returned in the requested order, however far apart their keys', async () => {
      const { replica } = await aStore()
      const keys = Array.from({ length: 20 }, (_, index) => String(index + 1))
      await replica.transact('write', (tx) => tx.putRows('client', keys.map(aRow)))
      await replica.transact('read', async (tx) => {
        expect(await tx.rows('client', ['20', '1'])).toEqual([aRow('20'), aRow('1')])
        expect(await tx.rows('client', keys.toReversed())).toEqual(keys.toReversed().map(aRow))
        expect(await tx.rows('client', ['30', '40'])).toEqual([undefined, undefined])
        expect(await tx.rows('client', [])).toEqual([])
      })
    })

    test('operations are paged in creation order, and sequence numbers are never reused', async () => {
      const { replica } = await aStore()
      const seqs = await replica.transact('write', async (tx) => {
        const given: number[] = []
        for (let number = 1; number <= 5; number++) given.push(await tx.addOperation(anOperation(number)))
        return given
      })
      expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
      await replica.transact('read', async (tx) => {
        const page = await tx.operations(seqs[1] ?? 0, 2)
        expect(page.map(({ seq }) => seq)).toEqual(seqs.slice(2, 4))
        expect(await tx.operationByOpId(opId(3))).toMatchObject({ seq: seqs[2], opId: opId(3) })
        expect(await tx.operation(seqs[0] ?? 0)).toMatchObject({ opId: opId(1) })
      })
      const next = await replica.transact('write', async (tx) => {
        await tx.deleteOperations(seqs)
        return tx.addOperation(anOperation(6))
      })
      expect(next).toBeGreaterThan(seqs.at(-1) ?? 0)
    })

    test('A15: an operation is stored once', async () => {
      const { replica } = await aStore()
      await replica.transact('write', (tx) => tx.addOperation(anOperation(1)))
      await expect(replica.transact('write', (tx) => tx.addOperation(anOperation(1)))).rejects.toThrow()
      expect(await replica.transact('read', (tx) => tx.operationCount())).toBe(1)
    })

    test('operations in a state are returned in order, including changes of the same transaction', async () => {
      const { replica } = await aStore()
      const found = await replica.transact('write', async (tx) => {
        for (const number of [1, 2, 3]) await tx.addOperation(anOperation(number))
        for (const operation of await tx.operations(0, 3)) {
          if (operation.opId !== opId(2)) await tx.putOperation({ ...operation, state: 'sending' })
        }
        return tx.operationsInState('sending')
      })
      expect(found.map((operation) => operation.opId)).toEqual([opId(1), opId(3)])
      expect(await replica.transact('read', (tx) => tx.operationsInState('blocked'))).toEqual([])
    })

    test('a record queue contains the operations of one record; keys with operations are known by kind', async () => {
      const { replica } = await aStore()
      await replica.transact('write', async (tx) => {
        await tx.addOperation(anOperation(1, { key: '7' }))
        await tx.addOperation(anOperation(2, { key: '8' }))
        await tx.addOperation(anOperation(3, { key: '7' }))
        await tx.addOperation(anOperation(4, { key: '7', entity: 'listing' }))
      })
      await replica.transact('read', async (tx) => {
        expect((await tx.recordQueue('client', '7')).map((operation) => operation.opId)).toEqual([opId(1), opId(3)])
        expect(await tx.keysWithOperations('client')).toEqual(new Set(['7', '8']))
        expect(await tx.keysWithOperations('property')).toEqual(new Set())
      })
    })

    test('an operation is read as it was stored', async () => {
      const { replica } = await aStore()
      const seq = await replica.transact('write', (tx) => tx.addOperation(anOperation(1)))
      const changed = await replica.transact('write', async (tx) => {
        const operation = await tx.operation(seq)
        if (operation === undefined) throw new Error('The operation is missing.')
        const attempt = { startedAt: 1, ifMatch: '3', whole: null, sender: 'me' }
        const sent = {
          ...operation,
          state: 'unknown' as const,
          attempt,
          attempts: 2,
          changes: { notes: 'é', tags: ['a', null] },
        }
        await tx.putOperation(sent)
        return sent
      })
      expect(await replica.transact('read', (tx) => tx.operation(seq))).toEqual(changed)
    })

    test('B1: only one of two claims of an operation succeeds', async () => {
      const { replica } = await aStore()
      const seq = await replica.transact('write', (tx) => tx.addOperation(anOperation(1)))
      const claims = await Promise.all(
        ['one', 'other'].map(() =>
          replica.transact('write', async (tx) => {
            const operation = await tx.operation(seq)
            if (operation?.state !== 'queued') return false
            await tx.putOperation({ ...operation, state: 'sending' })
            return true
          }),
        ),
      )
      expect(claims.filter(Boolean)).toHaveLength(1)
    })

    test('id mappings are found by key and by id', async () => {
      const { replica } = await aStore()
      const alias = { entity: 'client', key: 'local-a', id: 12 } as const
      await replica.transact('write', async (tx) => {
        await tx.putMapping(alias)
        await tx.putMapping({ entity: 'listing', key: 'local-b', id: 12 })
      })
      await replica.transact('read', async (tx) => {
        expect(await tx.mappingOfKey('client', 'local-a')).toEqual(alias)
        expect(await tx.mappingOfId('client', 12)).toEqual(alias)
        expect(await tx.mappingOfId('client', 13)).toBeUndefined()
        expect(await tx.mappings('client')).toEqual([alias])
      })
    })

    test.each([
      ['few', [9, 5, 7, 2]],
      ['many', [9, 5, 7, 2, 12, 11, 10, 13, 18, 17, 16, 15, 14]],
    ])('J9: the journal has the order in which it was written, %s at once, whatever the clock', async (_, all) => {
      const { replica } = await aStore()
      await replica.transact('write', async (tx) => {
        for (const settledAt of all) await tx.addToJournal(aJournalEntry(settledAt, settledAt))
      })
      await replica.transact('write', (tx) => tx.addToJournal(aJournalEntry(6, 6)))
      const journal = await replica.transact('read', (tx) => tx.journalSince(5))
      expect(journal.map(({ settledAt }) => settledAt)).toEqual([...all.filter((at) => at >= 5), 6])
      expect(journal[0]).toEqual(aJournalEntry(9, 9))
    })

    test('bases, metadata and journal entries are stored, and old entries deleted', async () => {
      const { replica } = await aStore()
      const base = { entity: 'client', key: '7', record: { id: 7 }, version: null, gone: true } as const
      await replica.transact('write', async (tx) => {
        await tx.putBase(base)
        await tx.setMeta('feed', { cursor: 'c', parts: [1, null] })
        await tx.setMeta('feed', { cursor: 'd' })
        for (const settledAt of [1, 5, 9]) await tx.addToJournal(aJournalEntry(settledAt, settledAt))
        await tx.addToJournal({ ...aJournalEntry(2, 2), version: 8 })
        await tx.addToJournal({ ...aJournalEntry(3, 3), version: 7 })
        await tx.deleteJournalBefore(5, 7)
      })
      await replica.transact('read', async (tx) => {
        expect(await tx.base('client', '7')).toEqual(base)
        expect(await tx.meta('feed')).toEqual({ cursor: 'd' })
        expect((await tx.journalSince(0)).map(({ settledAt }) => settledAt)).toEqual([5, 9, 2])
        expect(await tx.journalSince(9)).toEqual([aJournalEntry(9, 9)])
      })
      await replica.transact('write', (tx) => tx.deleteBase('client', '7'))
      expect(await replica.transact('read', (tx) => tx.base('client', '7'))).toBeUndefined()
    })

    test('a refresh transaction may write operations and bases, too', async () => {
      const { replica } = await aStore()
      await replica.transact('refresh', async (tx) => {
        await tx.putRows('client', [aRow('7')])
        await tx.putBase({ entity: 'client', key: '7', record: {}, version: '1' })
        await tx.addOperation(anOperation(1))
      })
      expect(await replica.transact('read', (tx) => tx.operationCount())).toBe(1)
    })

    test('I3: a file’s bytes can be read until a committed transaction deletes them', async () => {
      const { replica, keepFile } = await aStore()
      const bytes = Uint8Array.from({ length: 3_000 }, (_, index) => index % 251)
      const file = await aFile(bytes)
      await keepFile(file, bytes)
      expect(await replica.readFile(file)).toEqual(bytes)
      const failed = replica.transact('write', async (tx) => {
        await tx.deleteFiles([file.blobKey])
        throw new Error('The page was closed.')
      })
      await expect(failed).rejects.toThrow()
      expect(await replica.readFile(file)).toEqual(bytes)
      await replica.transact('write', (tx) => tx.deleteFiles([file.blobKey]))
      expect(await replica.readFile(file)).toBeNull()
    })

    test('A11 J3: an unreadable operation is moved unchanged; one of a newer format stays', async () => {
      const { replica, storeRaw, unreadable } = await aStore()
      await storeRaw({ opId: 'old', format: 1, kind: 'teleport', payload: 'typed by hand' })
      await storeRaw({ ...anOperation(2), format: 99 })
      const moved = await replica.transact('write', (tx) => tx.quarantineUnreadable(5))
      expect(moved).toBe(1)
      expect(await unreadable()).toMatchObject([{ at: 5, raw: { opId: 'old', payload: 'typed by hand' } }])
      const left = await replica.transact('read', (tx) => tx.operations(0, 10))
      expect(left).toMatchObject([{ opId: opId(2), format: 99 }])
    })

    test('an edit, a deletion and its Undo work on it', async () => {
      const { replica } = await aStore()
      const { key } = await createRecord(replica, clock, { opId: opId(1), entity: 'client', changes: aClient() })
      const opened = aClient()
      const changes = aClient({ notes: 'Garden' })
      await updateRecord(replica, clock, { opId: opId(2), entity: 'client', key, opened, changes })
      const deleted = await deleteRecord(replica, clock, { opId: opId(3), entity: 'client', key })
      expect(await replica.transact('read', (tx) => tx.row('client', key))).toBeUndefined()
      if (deleted === null) throw new Error('Nothing was deleted.')
      await undoDelete(replica, deleted)
      await replica.transact('read', async (tx) => {
        expect(await tx.row('client', key)).toMatchObject({ key, notes: 'Garden' })
        expect(await tx.recordQueue('client', key)).toMatchObject([{ kind: 'create', changes: { notes: 'Garden' } }])
      })
    })
  })
}

function aRow(key: string): Row {
  return { ...aClient(), key, created_at: '2026-11-21T09:00:00Z', office: { codes: [1, 2] } }
}

function anOperation(number: number, parts: Partial<NewOperation> = {}): NewOperation {
  const whole = {
    owner: '1',
    opId: opId(number),
    entity: 'client',
    key: `k${number}`,
    kind: 'update',
    madeAt: 1,
  } as const
  return newOperation({ ...whole, ...parts })
}

async function aFile(bytes: Uint8Array<ArrayBuffer>): Promise<AttachedFile> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { blobKey: 'b1', fileName: 'a.jpg', mediaType: 'image/jpeg', byteLength: bytes.byteLength, sha256 }
}
