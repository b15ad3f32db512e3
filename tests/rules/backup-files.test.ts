import { expect, test } from 'vitest'
import { backedUpEntities, type BackupRecord, recordsName } from '#core/backup/backup-format.ts'
import { stableIds, restoreOperationId } from '#core/backup/backup-record.ts'
import { apiVersion } from '#core/contract/sync-protocol.ts'
import { entityNames, kinds } from '#core/kinds/all-kinds.ts'
import { readBackup, writeBackup } from '#files/backup-file.ts'
import { writeZip, type ZipPart } from '#files/zip.ts'
import { longTest } from '#tests/support/long-test.ts'

const manifest = {
  product: 'Fanlight',
  format: 1,
  id: '6c9ad1f2-4f0b-4b39-9d76-0c2ea36dfb11',
  program: 2,
  made_at: '2026-11-24T02:00:00.000Z',
  made_by: 'device',
  agent: { id: '7', name: 'nora' },
  counts: Object.fromEntries(backedUpEntities.map((entity) => [recordsName(entity), 0])),
  photos: 0,
  missing_photos: 0,
}
const aClient: BackupRecord = {
  key: '1',
  id: 1,
  created_at: '2026-11-01',
  fields: { first_name: 'Ann' },
  references: {},
}

type Zipped = { manifest?: object; clients?: unknown; extra?: ZipPart[] }

/** A backup without records, apart from the given parts. */
async function aZip(said: Zipped = {}): Promise<Blob> {
  const clients = said.clients ?? []
  const counts = { ...manifest.counts, 'records/clients.json': Array.isArray(clients) ? clients.length : 0 }
  async function* parts(): AsyncGenerator<ZipPart> {
    for (const entity of backedUpEntities)
      yield { name: recordsName(entity), content: entity === 'client' ? asLines(clients) : asLines([]) }
    yield* said.extra ?? []
    yield { name: 'manifest.json', content: bytes({ ...manifest, counts, ...said.manifest }) }
  }
  return new Response(writeZip(parts())).blob()
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (json: unknown) => utf8(JSON.stringify(json))
const asLines = (json: unknown) =>
  Array.isArray(json) ? utf8(`[${json.map((record) => `\n${JSON.stringify(record)}`).join(',')}\n]\n`) : bytes(json)
const refusal = (file: Blob) =>
  readBackup(file).then(
    () => 'read',
    (error: Error) => `${error.name}: ${error.message}`,
  )

test('a backup contains every kind that agents write, and reading it returns the same records', async () => {
  expect(backedUpEntities).toEqual(entityNames.filter((entity) => kinds[entity].writable && kinds[entity].isExported))
  const picture = new Uint8Array([1, 2, 3])
  const recordOf = (entity: string, key: string): BackupRecord => ({
    key,
    client_key: `${entity}-${key}`,
    fields: {},
    references: {},
  })
  const { made_at, id, agent } = manifest
  const stream = writeBackup({
    made_at,
    id,
    agent,
    made_by: 'server',
    async *records(entity) {
      for (const key of ['1', 'local-2']) yield recordOf(entity, key)
    },
    photo: async ({ key }) => (key === '1' ? { bytes: picture, extension: 'webp' } : null),
  })
  const backup = await readBackup(await new Response(stream).blob())
  expect(backup.manifest).toMatchObject({ made_by: 'server', photos: 1, missing_photos: 1 })
  for (const entity of backedUpEntities) {
    const photo = entity === 'listing_image' ? { photo: 'photos/1.webp' } : {}
    const expected = [{ ...recordOf(entity, '1'), ...photo }, recordOf(entity, 'local-2')]
    expect(backup.contents.records.get(entity)).toEqual(expected)
  }
  expect(await backup.photo('photos/1.webp')).toEqual(picture)
  await backup.close()
})

test('a zip that is not a complete backup is refused with its reason', async () => {
  expect(await refusal(await aZip({ clients: [aClient] }))).toBe('read')
  const nothing = 'UnusableBackup: This file cannot be restored.'
  const cases: [Zipped, string][] = [
    [{ extra: [{ name: '../../etc/passwd', content: bytes('x') }] }, `${nothing} It is damaged, or not`],
    [{ extra: [{ name: 'photos/../../x.webp', content: bytes('x') }] }, `${nothing} It is damaged, or not`],
    [{ extra: [{ name: 'C:\\x.webp', content: bytes('x') }] }, `${nothing} It is damaged, or not`],
    [{ extra: [{ name: 'photos/x.html', content: bytes('x') }] }, `${nothing} It holds something that does not belong`],
    [{ extra: [{ name: 'photos/1.webp', content: bytes('x') }] }, `${nothing} It should have 0 photos but has 1.`],
    [
      { extra: [{ name: 'records/pets.json', content: bytes([]) }] },
      'UnusableBackup: This backup holds records that this version',
    ],
    [{ manifest: { photos: 3 } }, `${nothing} It should have 3 photos but has 0.`],
    [
      { manifest: { counts: { ...manifest.counts, 'records/clients.json': 5 } } },
      `${nothing} records/clients.json does not hold as many`,
    ],
    [{ manifest: { format: 2 } }, 'UnusableBackup: This backup was made by a newer version of Fanlight.'],
    [{ manifest: { product: 'Other' } }, 'UnusableBackup: This file is not a Fanlight backup.'],
    [{ manifest: { id: 'x' } }, 'UnusableBackup: This file is not a Fanlight backup.'],
    [{ clients: { a: 1 } }, `${nothing} records/clients.json does not hold records.`],
    [{ clients: [{ ...aClient, agent_id: 3 }] }, `${nothing} records/clients.json does not hold records.`],
    [{ clients: [{ ...aClient, fields: { is_admin: true } }] }, `${nothing} records/clients.json holds a field that`],
    [
      { clients: [{ ...aClient, fields: JSON.parse('{"__proto__":{"a":1}}') }] },
      `${nothing} records/clients.json holds a field that`,
    ],
    [{ clients: [{ ...aClient, references: { agent: '1' } }] }, `${nothing} records/clients.json holds a field that`],
    [{ clients: [aClient, aClient] }, `${nothing} records/clients.json holds the same record twice.`],
    [{ clients: [{ ...aClient, photo: 'photos/9.webp' }] }, `${nothing} A photo that it names is missing.`],
  ]
  for (const [said, reason] of cases) expect(await refusal(await aZip(said))).toContain(reason)
})

longTest('a damaged file and a file of another kind are refused', async () => {
  const whole = new Uint8Array(await (await aZip({ clients: [aClient] })).arrayBuffer())
  const damaged = 'UnusableBackup: This file cannot be restored. It is damaged, or not a zip file.'
  expect(await refusal(new Blob([whole.slice(0, whole.length / 2)]))).toContain(damaged)
  expect(await refusal(new Blob(['first_name,last_name\nAnn,Lee\n']))).toContain(damaged)
  expect(await refusal(new Blob([]))).toContain(damaged)

  // With any byte changed, the backup is refused or has the same records.
  const said = await readBackup(new Blob([whole]))
  for (let place = 0; place < whole.length; place += 43) {
    const turned = whole.slice()
    turned[place]! ^= 0x55
    const found = await readBackup(new Blob([turned])).catch((error: Error) => error.name)
    if (typeof found === 'string') expect(found).toBe('UnusableBackup')
    else expect([...found.contents.records]).toEqual([...said.contents.records])
  }
})

longTest(
  'a file that unpacks to more than any backup is refused, even if its header gives a smaller size',
  async () => {
    const zeros = new Uint8Array(300 * 1024 * 1024).fill(32)
    zeros.set(new TextEncoder().encode('[]'))
    const bomb = await zipOf(
      { name: 'records/clients.json', content: zeros },
      { name: 'manifest.json', content: bytes({ ...manifest, counts: { 'records/clients.json': 0 } }) },
    )
    expect(bomb.size).toBeLessThan(1024 * 1024)
    expect(await refusal(bomb)).toContain('Its records are too large.')
    const liar = new Uint8Array(await bomb.arrayBuffer())
    const view = new DataView(liar.buffer)
    for (let at = 0; at + 4 <= liar.length; at += 1)
      if (view.getUint32(at, true) === zeros.length) view.setUint32(at, 20, true)
    expect(await refusal(new Blob([liar]))).toMatch(
      /^UnusableBackup: This file cannot be restored\. records\/clients\.json is /,
    )
  },
)

longTest('a file unlike a backup is refused at the first line that shows it, however long it is', async () => {
  const refused = 'UnusableBackup: This file cannot be restored. records/clients.json'
  const record = JSON.stringify(aClient)
  const blanks = (count: number) => ' '.repeat(count)
  const cases: [string, string][] = [
    // Each part is far below the limit for all records together.
    [`[\n${blanks(32 * 1024 * 1024)}\n]\n`, 'has a line that is too long.'],
    [`[\n${record.replace('Ann', 'A'.repeat(2 * 1024 * 1024))}\n]\n`, 'has a line that is too long.'],
    [`[${'\n'.repeat(4 * 1024 * 1024)}]\n`, 'is damaged.'],
    [`[\n${'{},\n'.repeat(1024 * 1024)}{}\n]\n`, 'does not hold records.'],
    [`[\n${record}\n]\n${record}\n`, 'is damaged.'],
    [`[\n${record}\n`, 'is damaged.'],
    [`[\n${record},\n]\n`, 'is damaged.'],
    [`[\n${record}\n${record}\n]\n`, 'is damaged.'],
    [`[\n${'['.repeat(500_000)}\n]\n`, 'is damaged.'],
    ['', 'does not hold records.'],
  ]
  for (const [text, reason] of cases)
    expect(await refusal(await zipOfClients(text, 1))).toContain(`${refused} ${reason}`)
  expect(await refusal(await zipOfClients(`[\n${record}\n]\n`, 1_000_000))).toContain('It holds too many records.')
})

function zipOfClients(text: string, count: number): Promise<Blob> {
  const counts = { 'records/clients.json': count }
  return zipOf(
    { name: 'records/clients.json', content: utf8(text) },
    { name: 'manifest.json', content: bytes({ ...manifest, counts }) },
  )
}

test('a backup of an older version is read; an unreadable newer one tells the agent to update', async () => {
  const older = await readBackup(await zipOfClients(`[\n${JSON.stringify(aClient)}\n]\n`, 1))
  expect(older.contents.records.get('client')).toEqual([aClient])
  expect(older.contents.records.get('follow_up')).toEqual([])

  const program = apiVersion + 1
  const newer = 'UnusableBackup: This backup was made by a newer version of Fanlight. Update this one, then try again.'
  const cases: Zipped[] = [
    { clients: [{ ...aClient, fields: { first_name: 'Ann', pronoun: 'she' } }] },
    { clients: [{ ...aClient, references: { office: '1' } }] },
    { clients: [{ ...aClient, photo_of: 'x' }] },
    { extra: [{ name: 'records/pets.json', content: asLines([]) }] },
    { extra: [{ name: 'photos/1.avif', content: bytes('x') }] },
    { extra: [{ name: 'recordings/1.mp3', content: bytes('x') }] },
  ]
  for (const said of cases)
    expect(await refusal(await aZip({ ...said, manifest: { program, photos: 0 } })), JSON.stringify(said)).toBe(newer)
  expect(await refusal(await aZip({ clients: [aClient], manifest: { program } }))).toBe('read')
})

async function zipOf(...parts: ZipPart[]): Promise<Blob> {
  async function* all() {
    yield* parts
  }
  return new Response(writeZip(all())).blob()
}

test('a record keeps its stable id from server to server, whatever its id is there', () => {
  const first = { client_key: '3b241101-e2bb-4255-8caf-4136c566a962', id: 5, created_at: '2026-11-01T10:00:00.000Z' }
  const [lineage = ''] = stableIds('client', first)
  const again = restoreOperationId(lineage, manifest.id, 0)
  expect(again).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(stableIds('client', { client_key: again })).toEqual([lineage])
  const once = restoreOperationId(stableIds('client', { client_key: again })[0]!, 'another backup', 0)
  expect(stableIds('client', { client_key: once })).toEqual([lineage])
  expect(once).not.toBe(again)
  expect(stableIds('listing', first)).not.toContain(lineage)
  const names = new Set(Array.from({ length: 100_000 }, (_, id) => stableIds('client', { id, created_at: 'x' })[0]))
  expect(names.size).toBe(100_000)
})
