import { describe, expect, test } from 'vitest'
import { longestText } from '#core/contract/fields.ts'
import { capabilitiesFrom } from '#core/sync/sending/sending-context.ts'
import { judge, versionFromTag } from '#core/sync/requests/answers.ts'
import { base64FromBytes } from '#core/sync/resolving/export-outbox.ts'
import { blockedSeqs } from '#core/sync/sending/push.ts'
import { SendQueue, toQueueEntry } from '#core/sync/sending/record-queue.ts'
import { describeOperation } from '#core/sync/records/describe-operation.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { canFoldUpdate } from '#core/sync/writing/update-record.ts'
import { mergeFields } from '#core/sync/writing/merge.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Answer } from '#core/sync/ports.ts'
import { backoffMs, isDue, nextAttemptAt, pausedUntil } from '#core/sync/requests/retry.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { readStoredOperation } from '#core/sync/writing/upgrade-operation.ts'
import { opId } from '#tests/support/sync-records.ts'

function anOperation(seq: number, parts: Partial<Operation> = {}): Operation {
  const whole = { owner: '1', opId: opId(seq), entity: 'client', key: `k${seq}`, kind: 'update', madeAt: 0 } as const
  return { ...newOperation(whole), seq, ...parts }
}

describe('H5: an answer is judged by status, content type and shape', () => {
  const json = (status: number, body?: Extract<Answer, { kind: 'answered' }>['body'], headers = {}): Answer => ({
    kind: 'answered',
    status,
    headers,
    body,
    bodyKind: body === undefined ? 'empty' : 'json',
  })
  const page = (status: number): Answer => ({
    kind: 'answered',
    status,
    headers: {},
    body: undefined,
    bodyKind: 'other',
  })
  const of = (answer: Answer, kind: Operation['kind'] = 'update', id: number | null = 7) =>
    judge(answer, { clock: { now: () => 0 }, random: () => 0 }, { kind, id, opId: opId(1) }).kind

  test.each([
    ['200 with the record', json(200, { id: 7 }), 'success'],
    ['200 with the record’s id as text', json(200, { id: '7' }), 'success'],
    ['204', json(204), 'success'],
    ['200 with another record (C27)', json(200, { id: 8 }), 'unknown'],
    ['200 with a list', json(200, [{ id: 7 }]), 'unknown'],
    ['200 without a body', json(200), 'unknown'],
    ['202', json(202), 'unknown'],
    ['200 with a page (C5)', page(200), 'unknown'],
    ['302 elsewhere (C5)', json(302, undefined, { location: 'https://portal.example/' }), 'unknown'],
    ['302 to its own login (C16)', json(302, undefined, { location: '/login/?next=/api/' }), 'needs-login'],
    ['400', json(400, { detail: 'No' }), 'refused'],
    ['400 with a page', page(400), 'unknown'],
    ['401', json(401, { detail: 'No' }), 'needs-login'],
    ['403 csrf_failed', json(403, { code: 'csrf_failed' }), 'anti-forgery'],
    ['403 wrong_agent', json(403, { code: 'wrong_agent' }), 'wrong-agent'],
    ['403 with another code', json(403, { code: 'not_yours' }), 'refused'],
    ['404', json(404, { detail: 'Not found.' }), 'gone'],
    ['404 with a page', page(404), 'unknown'],
    ['405', json(405, { detail: 'No' }), 'wrong-method'],
    ['408', json(408), 'unknown'],
    ['409 key_in_progress', json(409, { code: 'key_in_progress' }), 'in-progress'],
    ['409 otherwise', json(409, { code: 'not_unique' }), 'clash'],
    ['410', json(410), 'gone'],
    ['412', json(412, { record: { id: 7 } }), 'stale'],
    ['413 from a proxy', page(413), 'refused'],
    ['422', json(422, { code: 'key_reused' }), 'refused'],
    ['424', json(424), 'blocked'],
    ['429', json(429), 'paused'],
    ['451', json(451), 'refused'],
    ['500', json(500, { detail: 'Oops' }), 'unknown'],
    ['503', page(503), 'paused'],
    ['504', page(504), 'unknown'],
  ])('%s', (_, answer, verdict) => {
    expect(of(answer)).toBe(verdict)
  })

  test('a timeout is unknown; a request that never left is not sent', () => {
    expect(of({ kind: 'unanswered', cause: 'timeout', mayHaveArrived: true })).toBe('unknown')
    expect(of({ kind: 'unanswered', cause: 'offline', mayHaveArrived: false })).toBe('not-sent')
  })

  test('a create’s answer needs an id and, with 201, the operation’s own client_key', () => {
    expect(of(json(201, { id: 9, client_key: opId(1) }), 'create', null)).toBe('success')
    expect(of(json(201, { id: 9, client_key: opId(2) }), 'create', null)).toBe('unknown')
    expect(of(json(200, { id: 9, client_key: opId(2) }), 'create', null)).toBe('success')
    expect(of(json(201, { first_name: 'Ann' }), 'create', null)).toBe('unknown')
  })

  test('a version is read from strong and weak ETags', () => {
    expect(versionFromTag('"17"')).toBe('17')
    expect(versionFromTag('W/"17"')).toBe('17')
    expect(versionFromTag('17')).toBeNull()
  })
})

describe('pauses', () => {
  test('backoff has full jitter and doubles from one second to five minutes', () => {
    expect([1, 2, 3, 9, 20].map((failures) => backoffMs(failures, () => 1))).toEqual([
      1_000, 2_000, 4_000, 256_000, 300_000,
    ])
    expect(backoffMs(5, () => 0)).toBe(0)
  })

  test('C26: after eight failures the pause is half an hour', () => {
    const at = (failures: number) => nextAttemptAt({ failures, now: 10_000_000 }, () => 1)
    expect(at(7) - 10_000_000).toBe(64_000)
    expect(at(8) - 10_000_000).toBe(1_800_000)
  })

  test('C9: Retry-After is read in seconds, or as a date relative to the answer’s Date', () => {
    const clockIsWrong = 5
    expect(pausedUntil({ 'retry-after': '120' }, clockIsWrong, () => 0)).toBe(120_005)
    expect(pausedUntil({ 'retry-after': '120' }, clockIsWrong, () => 1)).toBe(144_005)
    const date = { date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 09:01:00 GMT' }
    expect(pausedUntil(date, clockIsWrong, () => 0)).toBe(60_005)
    expect(pausedUntil({ 'retry-after': '999999' }, 0, () => 1)).toBe(3_600_000)
    expect(pausedUntil({}, 0, () => 0)).toBe(5_000)
  })

  test('A18 J9: a retry time far in the future, left by a clock set back, counts as due', () => {
    expect(isDue(1_000, 1_000)).toBe(true)
    expect(isDue(2_000, 1_000)).toBe(false)
    expect(isDue(100_000_000, 1_000)).toBe(true)
  })
})

describe('G1 G2: merging by field', () => {
  const merge = (base: string, mine: string, theirs: string) =>
    mergeFields({ notes: base }, { notes: mine }, { notes: theirs }, { notes: 'both-texts' }).changes['notes'] ?? theirs

  test('only fields that the operation changed are touched', () => {
    expect(mergeFields({ a: 1 }, { a: 2 }, { a: 1, b: 9 }, {})).toEqual({
      changes: { a: 2 },
      combined: [],
      conflicts: [],
    })
  })

  test('a field that already has the new value is not written', () => {
    expect(mergeFields({ a: 1 }, { a: 2 }, { a: '2.00' }, {})).toEqual({ changes: {}, combined: [], conflicts: [] })
  })

  test('both texts are preserved, in either order', () => {
    expect(merge('Garden', 'Garden, dog', 'Garden, cars')).toBe('Garden, cars\ndog')
    expect(merge('', 'dog', 'cars')).toBe('cars\n\ndog')
    expect(merge('Garden', '', 'Garden, cars')).toBe('Garden, cars')
    expect(merge('Garden', 'Garden, cars', '')).toBe('Garden, cars')
  })

  test.each([
    ['', 'gate code 12', 'gate code 1234', 'gate code 1234\n\ngate code 12'],
    ['', 'gate code 1234', 'gate code 12', 'gate code 12\n\ngate code 1234'],
    ['', 'Liked it', 'Liked it not at all', 'Liked it not at all\n\nLiked it'],
    ['', 'not called by Ann Marie', 'called by Ann', 'called by Ann\n\nnot called by Ann Marie'],
    ['Garden', 'Garden, dog', 'Garden, dog and cars', 'Garden, dog and cars\ndog'],
    ['$1', '$1,200', '$1\nCash', '$1\nCash\n\n$1,200'],
    ['Ann', 'Anna', 'Ann\nBen', 'Ann\nBen\n\nAnna'],
    ['', 'dog\r\ncars', 'Garden\ndog \ncars\nPool', 'Garden\ndog \ncars\nPool'],
  ])('a line is part of a text only as a whole: %j, %j and %j', (base, mine, theirs, both) => {
    expect(merge(base, mine, theirs)).toBe(both)
  })

  test('texts too long to be joined are a conflict, unless one already contains the other', () => {
    const half = (sign: string) => sign.repeat(longestText / 2)
    const between = (base: string, mine: string, theirs: string) =>
      mergeFields({ notes: base }, { notes: mine }, { notes: theirs }, { notes: 'both-texts' }).conflicts
    expect(between('', half('m'), half('t'))).toEqual(['notes'])
    expect(between('', half('m').slice(2), half('t'))).toEqual([])
    expect(between('', `${half('m')}\n${half('t')}`, half('t'))).toEqual([])
    expect(between('', half('m'), `${half('t')}\n${half('m')}`)).toEqual([])
  })

  test('texts that differ only in line endings are the same', () => {
    const form = (text: string) => text.replaceAll('\n', '\r\n')
    const base = 'first\nsecond'
    expect(merge(form(base), `${base}\ndesk`, form(`${base}\nphone`))).toBe(`${base}\nphone\ndesk`)
    expect(merge(form(base), `${base}\ndesk`, form(`${base}\ndesk`))).toBe(form(`${base}\ndesk`))
    const long = 'x'.repeat(longestText - 20)
    expect(merge(form(`${long}\n.`), `${long}\n.\nmine`, form(`${long}\n.\ntheirs`))).toBe(`${long}\n.\ntheirs\nmine`)
  })

  test('merged sets include what either side added and exclude what either side removed', () => {
    const rules = { tags: 'union' as const }
    const merged = mergeFields({ tags: ['a', 'b', 'c'] }, { tags: ['a', 'b', 'd'] }, { tags: ['a', 'c', 'e'] }, rules)
    expect(merged.changes['tags']).toEqual(['a', 'e', 'd'])
  })

  test('any other field changed on both sides is a conflict', () => {
    expect(mergeFields({ price: 1 }, { price: 2 }, { price: 3 }, {}).conflicts).toEqual(['price'])
  })
})

describe('G12: equal values in different notation', () => {
  test.each([
    [250_000, '250000.00'],
    ['Ann ', 'Ann'],
    [null, ''],
    [undefined, null],
    ['09:30', '09:30:00'],
    [true, 'true'],
    ['a\r\nb', 'a\nb'],
  ])('%j and %j are the same', (one, other) => expect(isSameValue(one, other)).toBe(true))

  test.each([
    ['007', '7'],
    ['+1916', '1916'],
    [0, null],
    [false, null],
    ['Ann', 'ann'],
  ])('%j and %j differ', (one, other) => expect(isSameValue(one, other)).toBe(false))
})

describe('the send queue', () => {
  const line = (...operations: Operation[]) => {
    const made = new SendQueue()
    for (const operation of operations) made.add(toQueueEntry(operation, capabilitiesFrom(['images'])))
    return made
  }

  test('E8: order follows references, not positions in the outbox', () => {
    const listing = anOperation(1, {
      entity: 'listing',
      kind: 'create',
      references: { property: { entity: 'property', key: 'k2' } },
    })
    const property = anOperation(2, { entity: 'property', kind: 'create' })
    expect(line(listing, property).next(0)?.seq).toBe(2)
  })

  test('operations of one record are sent in order, those of other records beside them', () => {
    const made = line(anOperation(1, { key: 'a' }), anOperation(2, { key: 'a' }), anOperation(3, { key: 'b' }))
    const first = made.next(0)
    if (first === null) throw new Error('Nothing is ready.')
    made.start([first])
    expect([first.seq, made.next(0)?.seq]).toEqual([1, 3])
    made.finish(first, null)
    expect(made.next(0)?.seq).toBe(2)
  })

  test('E9: an operation that needs the agent stops only its own record queue', () => {
    const made = line(
      anOperation(1, { key: 'a', state: 'attention' }),
      anOperation(2, { key: 'a' }),
      anOperation(3, { key: 'b' }),
    )
    expect(made.next(0)?.seq).toBe(3)
  })

  test('on a plain server a photo waits in the queue of its listing', () => {
    const made = new SendQueue()
    const photo = {
      entity: 'listing_image',
      kind: 'create',
      references: { listing: { entity: 'listing', key: 'l' } },
    } as const
    for (const operation of [anOperation(1, { entity: 'listing', key: 'l', nextAt: 50 }), anOperation(2, photo)]) {
      made.add(toQueueEntry(operation, capabilitiesFrom(null)))
    }
    expect(made.next(0)).toBeNull()
    expect(made.nextDueAt(0)).toBe(50)
  })

  test('E6: exactly the operations behind or dependent on one that needs the agent are blocked', () => {
    const waiting = [
      anOperation(1, {
        entity: 'listing',
        key: 'l',
        kind: 'create',
        references: { property: { entity: 'property', key: 'p' } },
      }),
      anOperation(2, { entity: 'property', key: 'p', kind: 'create', state: 'attention' }),
      anOperation(3, {
        entity: 'listing_image',
        key: 'i',
        kind: 'create',
        references: { listing: { entity: 'listing', key: 'l' } },
      }),
      anOperation(4, { key: 'a' }),
      anOperation(5, { key: 'a', state: 'conflict' }),
      anOperation(6, { key: 'a' }),
    ].map((operation) => toQueueEntry(operation, capabilitiesFrom(['images'])))
    expect([...blockedSeqs(waiting)].toSorted((one, other) => one - other)).toEqual([1, 3, 6])
  })
})

describe('folding', () => {
  test('F10: a field declared unfoldable is never folded', () => {
    const declaration = kinds.client as { unfoldableFields: readonly string[] }
    declaration.unfoldableFields = ['status']
    try {
      expect(canFoldUpdate(anOperation(1, { changes: { status: 'a' } }), { status: 'b' })).toBe(false)
      expect(canFoldUpdate(anOperation(1, { changes: { notes: 'a' } }), { notes: 'b' })).toBe(true)
    } finally {
      declaration.unfoldableFields = []
    }
  })

  test('F6: nothing is folded into an operation that may have reached the server', () => {
    const attempt = { startedAt: 0, ifMatch: null, whole: null, sender: 'me' }
    for (const state of ['sending', 'unknown', 'queued'] as const) {
      expect(canFoldUpdate(anOperation(1, { attempt, state }), { notes: 'b' })).toBe(false)
    }
  })
})

describe('stored operations', () => {
  test('a stored operation can be read; a broken one is reported with its reason', () => {
    const operation = anOperation(1)
    expect(readStoredOperation(operation)).toEqual({ operation })
    expect(readStoredOperation({ ...operation, kind: 'teleport' })).toHaveProperty('unreadable')
    expect(readStoredOperation({ ...operation, format: undefined })).toHaveProperty('unreadable')
    expect(readStoredOperation('text')).toHaveProperty('unreadable')
  })
})

describe('the description of an operation', () => {
  test('names the person or address, and the change', () => {
    const client = anOperation(1, { changes: { phone_number: '1', category: 'Both' } })
    expect(describeOperation(client, { first_name: 'Ann', last_name: 'Lee' })).toEqual({
      title: 'Ann Lee',
      what: 'Changes Phone Number and Category',
    })
    const photo = anOperation(2, { entity: 'listing_image', kind: 'create' })
    const listing = { property: { address: '3526 High St' } }
    expect(describeOperation(photo, undefined, { listing })).toEqual({ title: '3526 High St', what: 'New photo' })
    const gone = anOperation(3, { kind: 'delete', base: { first_name: 'Ann', last_name: 'Lee' } })
    expect(describeOperation(gone, undefined)).toEqual({ title: 'Ann Lee', what: 'Deletes the client' })
  })

  test('includes old and new price or status, and the kind of an interaction', () => {
    const base = { listing_price: 525_000, status: 'For Sale' }
    const price = anOperation(1, { entity: 'listing', base, changes: { listing_price: '515000' } })
    expect(describeOperation(price, undefined).what).toBe('Changes Listing Price from $525,000 to $515,000')
    const both = anOperation(2, { entity: 'listing', base, changes: { status: 'Pending', description: 'Sunny' } })
    expect(describeOperation(both, undefined).what).toBe('Changes Status from For Sale to Pending and Description')
    const call = anOperation(3, { entity: 'interaction', kind: 'create', changes: { kind: 'Call' } })
    expect(describeOperation(call, undefined).what).toBe('New call')
  })

  test('C19: names a record that is missing on the server, also a child of another record', () => {
    const client = anOperation(1, { changes: {} })
    expect(describeOperation(client, { first_name: 'Ann' }).what).toBe('Missing client')
    const references = { listing: { entity: 'listing' as const, key: '1' } }
    const showing = anOperation(2, { entity: 'showing', changes: {}, references })
    expect(describeOperation(showing, undefined).what).toMatch(/^Missing showing/)
  })

  test('calls an edit of only the client link a change of the client, not of the listing', () => {
    const references = { listing: { entity: 'listing' as const, key: '1' } }
    const showing = anOperation(1, { entity: 'showing', changes: { client: 7 }, references })
    expect(describeOperation(showing, undefined).what).toMatch(/^Changes Client/)
  })
})

test('bytes are encoded as standard base64', () => {
  for (let length = 0; length < 9; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 77) % 256)
    expect(base64FromBytes(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  }
})
