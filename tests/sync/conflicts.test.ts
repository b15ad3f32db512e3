import { describe, expect, test } from 'vitest'
import type { Fields } from '#core/contract/json.ts'
import { discardOperation, resolveConflict, restoreDeleted, textOfBoth } from '#core/sync/resolving/outbox-actions.ts'
import { putBackDiscardedValues, arePutBack } from '#core/sync/resolving/discarded-values.ts'
import { firstOperationId, twoDevices } from '#tests/support/sync-office.ts'
import { opId, textOf } from '#tests/support/sync-records.ts'

/** The phone and then the office send an edit of the same record. */
async function bothEdit(onPhone: Fields, inOffice: Fields) {
  const all = await twoDevices()
  await all.phone.edit('client', all.key, onPhone)
  await all.office.edit('client', all.officeKey, inOffice)
  await all.phone.sync()
  await all.office.sync()
  return all
}

/** The office edits a record that the phone has deleted. */
async function anEditOfADeletedRecord() {
  const all = await twoDevices()
  await all.phone.remove('client', all.key)
  await all.phone.sync()
  await all.office.edit('client', all.officeKey, { notes: 'Called her' })
  await all.office.sync()
  return all
}

describe('two devices change one record', () => {
  test('G1: edits of different fields merge silently, with a note in the journal', async () => {
    const { server, phone, office, key } = await bothEdit({ phone_number: '1' }, { category: 'Both' })
    await phone.sync()
    expect(server.records('client')).toMatchObject([{ phone_number: '1', category: 'Both' }])
    expect(phone.row('client', key)).toMatchObject({ phone_number: '1', category: 'Both' })
    expect(office.replica.journal().map(({ note }) => note)).toEqual(['merged'])
  })

  test('G10: the same edit on both devices needs no request and is still recorded in the journal', async () => {
    const { office, officeKey } = await bothEdit({ phone_number: '1' }, { phone_number: '1' })
    expect(office.operations()).toEqual([])
    expect(office.replica.journal()).toMatchObject([{ note: 'nothing-to-send', changes: { phone_number: '1' } }])
    expect(office.row('client', officeKey)).toMatchObject({ phone_number: '1' })
  })

  test('G2: merging notes preserves both texts', async () => {
    const { server } = await bothEdit({ notes: 'Garden, two cars' }, { notes: 'Garden, a dog' })
    const notes = textOf(server.records('client')[0], 'notes')
    expect(notes).toContain('two cars')
    expect(notes).toContain('a dog')
  })

  test('G2: notes too long to be joined become a conflict', async () => {
    const [there, here] = ['Garden. '.repeat(800).trim(), 'Cars. '.repeat(1000).trim()]
    const { server, office } = await bothEdit({ notes: there, phone_number: '1' }, { notes: here, category: 'Both' })
    expect(office.operations()).toMatchObject([
      { state: 'conflict', changes: { notes: here }, conflict: { fields: ['notes'], theirs: { notes: there } } },
    ])
    const [asked] = office.operations()
    expect(asked && textOfBoth(asked, 'notes')).toBeUndefined()
    await resolveConflict(office.replica, office.ports.clock, firstOperationId(office), { notes: 'both' })
    await office.settle()
    expect(server.records('client')).toMatchObject([{ notes: here, category: 'Both', phone_number: '1' }])
    expect(office.replica.journal().find(({ note }) => note === 'decided')).toMatchObject({
      setAside: [{ field: 'notes', side: 'theirs', value: there }],
    })
  })

  test('G2 G3: edits of the same field become a conflict; the choice is sent under a new revision', async () => {
    const { server, office, officeKey } = await bothEdit({ category: 'Seller' }, { category: 'Both' })
    expect(office.operations()).toMatchObject([
      {
        state: 'conflict',
        changes: { category: 'Both' },
        conflict: { fields: ['category'], theirs: { category: 'Seller' } },
      },
    ])
    expect(office.row('client', officeKey)).toMatchObject({ category: 'Both' })
    await resolveConflict(office.replica, office.ports.clock, firstOperationId(office), { category: 'mine' })
    await office.settle()
    expect(server.records('client')).toMatchObject([{ category: 'Both' }])
    expect(server.effects.at(-1)?.key).not.toMatch(/:1$/)
  })

  test('G2: choosing the server’s value leaves nothing to send', async () => {
    const { server, office, officeKey } = await bothEdit({ category: 'Seller' }, { category: 'Both' })
    await resolveConflict(office.replica, office.ports.clock, firstOperationId(office), { category: 'theirs' })
    expect(office.operations()).toEqual([])
    expect(office.row('client', officeKey)).toMatchObject({ category: 'Seller' })
    expect(server.records('client')).toMatchObject([{ category: 'Seller' }])
  })

  test('G2: the journal records each discarded value by field, except texts that were joined', async () => {
    const { clock, office } = await bothEdit(
      { category: 'Seller', phone_number: '1' },
      { category: 'Both', phone_number: '2' },
    )
    const asked = firstOperationId(office)
    const choices = { category: 'mine', phone_number: 'theirs' } as const
    await resolveConflict(office.replica, office.ports.clock, asked, choices)
    const decided = () => office.replica.journal().filter(({ note }) => note === 'decided')
    expect(decided()).toMatchObject([
      {
        opId: `decided:${asked}`,
        title: 'Ann Lee',
        changes: {},
        setAside: [
          { field: 'category', side: 'theirs', value: 'Seller' },
          { field: 'phone_number', side: 'mine', value: '2' },
        ],
      },
    ])
    await office.settle()
    expect(decided()).toHaveLength(1)
    await clock.pass(31 * 24 * 3_600_000)
    await office.sync()
    expect(decided()).toEqual([])
  })

  test('G2: a text that is put back is appended; a replaced value is recorded and can be restored', async () => {
    const { server, office, officeKey } = await bothEdit(
      { category: 'Seller', notes: 'Garden, a dog' },
      { category: 'Both', notes: 'Garden, two cars' },
    )
    await discardOperation(office.replica, office.ports.clock, firstOperationId(office))
    const kept = () => office.replica.journal().filter(({ note }) => note === 'decided')
    const [decided] = kept()
    if (decided === undefined) throw new Error('Nothing was noted.')
    await office.sync()
    expect(arePutBack(decided, office.row('client', officeKey) ?? {})).toBe(false)
    expect(await putBackDiscardedValues(office.replica, office.ports.clock, opId(81), decided)).toBe('recorded')
    expect(kept()[1]).toMatchObject({ setAside: [{ field: 'category', side: 'replaced', value: 'Seller' }] })
    expect(arePutBack(decided, office.row('client', officeKey) ?? {})).toBe(true)
    expect(await putBackDiscardedValues(office.replica, office.ports.clock, opId(82), decided)).toBe('unchanged')
    await office.settle()
    const [record] = server.records('client')
    expect(record).toMatchObject({ category: 'Both' })
    expect(textOf(record, 'notes')).toContain('a dog')
    expect(textOf(record, 'notes')).toContain('two cars')
  })

  test('G2: Undo of an emptied text empties it again; line endings make no difference', async () => {
    const { server, phone, key } = await twoDevices()
    const emptied = { field: 'notes', side: 'mine', value: '' } as const
    const [sent] = phone.replica.journal()
    if (sent === undefined) throw new Error('Nothing was sent.')
    await phone.edit('client', key, { notes: 'first\r\nsecond' })
    await phone.settle()
    const entry = { ...sent, key, note: 'decided' as const }
    const row = () => phone.row('client', key) ?? {}
    expect(arePutBack({ ...entry, setAside: [{ ...emptied, value: 'first\nsecond' }] }, row())).toBe(true)
    expect(arePutBack({ ...entry, setAside: [{ ...emptied, value: 'second' }] }, row())).toBe(true)
    expect(arePutBack({ ...entry, setAside: [emptied] }, row())).toBe(false)
    await putBackDiscardedValues(phone.replica, phone.ports.clock, opId(81), { ...entry, setAside: [emptied] })
    await phone.settle()
    expect(server.records('client')).toMatchObject([{ notes: '' }])
    expect(phone.replica.journal().find(({ note }) => note === 'decided')).toMatchObject({
      setAside: [{ field: 'notes', side: 'replaced', value: 'first\r\nsecond' }],
    })
  })

  test('G2: a long text that is put back replaces the other, which can be put back in turn', async () => {
    const [there, here] = ['Garden. '.repeat(800).trim(), 'Cars. '.repeat(1000).trim()]
    const { office, officeKey } = await bothEdit({ notes: there }, { notes: here })
    await resolveConflict(office.replica, office.ports.clock, firstOperationId(office), { notes: 'theirs' })
    const kept = () => office.replica.journal().filter(({ note }) => note === 'decided')
    const [decided] = kept()
    if (decided === undefined) throw new Error('Nothing was noted.')
    await putBackDiscardedValues(office.replica, office.ports.clock, opId(81), decided)
    expect(office.row('client', officeKey)).toMatchObject({ notes: here })
    expect(kept()[1]).toMatchObject({ setAside: [{ field: 'notes', side: 'replaced', value: there }] })
  })

  test('G2 G4: a discarded edit of a deleted record remains in the journal', async () => {
    const { office } = await anEditOfADeletedRecord()
    await discardOperation(office.replica, office.ports.clock, firstOperationId(office))
    expect(office.replica.journal().find(({ note }) => note === 'decided')).toMatchObject({
      setAside: [{ field: 'notes', side: 'mine', value: 'Called her' }],
    })
  })

  test('G4: an edit of a record deleted elsewhere is preserved and can recreate it under its key', async () => {
    const { server, phone, office, officeKey } = await anEditOfADeletedRecord()
    expect(office.operations()).toMatchObject([{ state: 'conflict', conflict: { theirs: null } }])
    expect(office.row('client', officeKey)).toMatchObject({ notes: 'Called her', first_name: 'Ann' })
    await restoreDeleted(office.replica, office.ports.clock, firstOperationId(office), opId(77))
    await office.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Ann', notes: 'Called her' }])
    expect(office.row('client', officeKey)?.id).toBe(server.records('client')[0]?.['id'])
    await phone.sync()
    expect(phone.replica.allRows('client')).toHaveLength(1)
  })

  // Only the device that created the record has a local key for it.
  test.each(['its maker', 'another device'])(
    'G10: a record recreated by %s is not doubled when a pull brings it before its answer',
    async (who) => {
      const { server, phone, office, key, officeKey } = await twoDevices()
      const [here, hereKey, there, thereKey] =
        who === 'its maker' ? [phone, key, office, officeKey] : [office, officeKey, phone, key]
      await there.remove('client', thereKey)
      await there.sync()
      await here.edit('client', hereKey, { notes: 'Called her' })
      await here.sync()
      here.network.always('POST crm/clients/', 'lost-answer')
      await restoreDeleted(here.replica, here.ports.clock, firstOperationId(here), opId(77))
      await here.sync()
      expect(server.records('client')).toHaveLength(1)
      expect(here.replica.allRows('client').map((row) => row.key)).toEqual([hereKey])
      here.network.always('POST crm/clients/', null)
      await here.settle()
      await there.sync()
      for (const { replica } of [here, there]) expect(replica.allRows('client')).toHaveLength(1)
      expect(server.records('client')).toMatchObject([{ notes: 'Called her' }])
    },
  )

  test('G4: discarding the edit removes the deleted record from the device', async () => {
    const { office } = await anEditOfADeletedRecord()
    await discardOperation(office.replica, office.ports.clock, firstOperationId(office))
    expect(office.replica.allRows('client')).toEqual([])
    expect(office.replica.allBases()).toEqual([])
  })

  test('G5: deleting a record that was changed elsewhere is a conflict; keeping it shows that change', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { category: 'Seller' })
    await phone.sync()
    await office.remove('client', officeKey)
    await office.sync()
    expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict' }])
    await resolveConflict(office.replica, office.ports.clock, firstOperationId(office), { category: 'theirs' })
    expect(office.row('client', officeKey)).toMatchObject({ category: 'Seller' })
    await office.remove('client', officeKey)
    await office.settle()
    expect(server.records('client')).toEqual([])
  })

  test('G5: confirming the deletion deletes the record on the server', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { category: 'Seller' })
    await phone.sync()
    await office.remove('client', officeKey)
    await office.sync()
    await resolveConflict(office.replica, office.ports.clock, firstOperationId(office), { category: 'mine' })
    await office.settle()
    expect(server.records('client')).toEqual([])
  })

  test('G6: deleting a record that is already deleted succeeds', async () => {
    const { phone, office, key, officeKey } = await twoDevices()
    await phone.remove('client', key)
    await office.remove('client', officeKey)
    await phone.sync()
    await office.settle()
    expect(office.operations()).toEqual([])
  })

  test('G20 G22: a pull neither hides nor clears waiting operations', async () => {
    const { server, phone, key } = await twoDevices()
    const id = Number(phone.row('client', key)?.id)
    phone.network.always('PATCH', { status: 500 })
    await phone.edit('client', key, { phone_number: '1' })
    await phone.sync()
    server.put('client', { id, category: 'Both', phone_number: '' })
    await phone.sync()
    expect(phone.row('client', key)).toMatchObject({ phone_number: '1', category: 'Both' })
    expect(phone.operations()).toMatchObject([{ state: 'unknown' }])
    phone.network.always('PATCH', null)
    await phone.settle()
    expect(server.records('client')).toMatchObject([{ phone_number: '1', category: 'Both' }])
  })

  test('G21: a record that changes during five retries becomes a conflict', async () => {
    const { server, phone, key } = await twoDevices()
    const id = Number(phone.row('client', key)?.id)
    const handle = server.handle
    let round = 0
    server.handle = (request) => {
      if (request.method === 'PATCH') server.put('client', { id, phone_number: `${(round += 1)}` })
      return handle(request)
    }
    await phone.edit('client', key, { last_name: 'Ray' })
    await phone.sync()
    expect(round).toBe(6)
    expect(phone.operations()).toMatchObject([{ state: 'conflict', conflict: { fields: ['last_name'] } }])
  })
})
