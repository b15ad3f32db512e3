import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { newPropertySchema } from '#core/contract/property.ts'
import { importFile } from '#server/commands/import-properties-command.ts'
import { importCatalog, seedCatalog } from '#server/properties/import-catalog.ts'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { isNightly, onAnyDatabase, onEveryDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent, aVisitor, type Agent } from '#tests/support/server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'
import { hasTestData, mustHaveTestData, testDataFolder } from '#tests/support/test-data.ts'
import { longTest } from '#tests/support/long-test.ts'

const properties = '/api/properties/properties/'

let addresses = 0

function anAddress() {
  addresses += 1
  return { address: `${addresses} Elm Ct`, city: 'Portland', state: 'OR', zip_code: '97202' }
}

async function search(agent: Agent, text: string) {
  return (await agent.get(`${properties}?page_size=500&search=${encodeURIComponent(text)}`)).body
}

onEveryDatabase((server, kind) => {
  test('coordinates have a source, and an import keeps those that an agent has set', async () => {
    const [agent, db] = [await anAgent(server()), server().services.database.db]
    const [typed, unknown] = [anAddress(), anAddress()]
    const pin = { latitude: 45.5122, longitude: -122.6587 }
    const added = await agent.post(properties, { ...typed, ...pin })
    expect(added.body).toMatchObject({ ...pin, location_source: 'agent' })
    const { body } = await agent.post(properties, unknown)
    expect(body).toMatchObject({ latitude: null, location_source: null })

    const imported = { latitude: 45, longitude: -122 }
    await importCatalog(
      db,
      [typed, unknown].map((home) => v.parse(newPropertySchema, { ...home, ...imported })),
    )
    expect((await agent.get(`${properties}${added.body.id}/`)).body).toMatchObject({ ...pin, location_source: 'agent' })
    expect((await agent.get(`${properties}${body.id}/`)).body).toMatchObject({ ...imported, location_source: 'file' })
    const refused = await agent.patch(`${properties}${body.id}/`, { location_source: 'hearsay' })
    expect(refused.status).toBe(400)
  })

  test('a location is whole: latitude and longitude are set, changed and removed together', async () => {
    const agent = await anAgent(server())
    const pin = { latitude: 45.5122, longitude: -122.6587 }
    const half = { status: 400, body: { longitude: ['A location needs both a latitude and a longitude.'] } }
    expect(await agent.post(properties, { ...anAddress(), latitude: 33.8 })).toMatchObject(half)
    expect(await agent.post(properties, { ...anAddress(), longitude: -84, is_private: true })).toMatchObject(half)
    const { body } = await agent.post(properties, anAddress())
    const at = `${properties}${body.id}/`
    expect(await agent.patch(at, { latitude: 33.8 })).toMatchObject(half)
    expect((await agent.patch(at, pin)).body).toMatchObject({ ...pin, location_source: 'agent' })
    expect(await agent.patch(at, { longitude: null })).toMatchObject(half)
    // A device sends only the changed field.
    expect((await agent.patch(at, { latitude: 45.6 })).body).toMatchObject({ ...pin, latitude: 45.6 })
    const nowhere = { latitude: null, longitude: null, location_source: null }
    expect((await agent.patch(at, nowhere)).body).toMatchObject(nowhere)

    const { db } = server().services.database
    await db.updateTable('properties').set({ latitude: 33.8 }).where('id', '=', body.id).execute()
    expect((await agent.patch(at, { bedrooms: 3 })).body).toMatchObject({ ...nowhere, bedrooms: 3 })
  })

  test('a location that an agent sends counts as the agent’s, whatever source the request names', async () => {
    const agent = await anAgent(server())
    const pin = { latitude: 45.5122, longitude: -122.6587 }
    for (const location_source of ['file', 'address_file', 'geocoder']) {
      const { body } = await agent.post(properties, { ...anAddress(), ...pin, location_source })
      expect(body).toMatchObject({ ...pin, location_source: 'agent' })
      const at = `${properties}${body.id}/`
      expect((await agent.patch(at, { location_source })).body).toMatchObject({ ...pin, location_source: 'agent' })
      const moved = { ...pin, latitude: 45.6, location_source }
      expect((await agent.patch(at, moved)).body).toMatchObject({ ...moved, location_source: 'agent' })
    }
    const listing = await aListing(agent)
    const property_overrides = { ...pin, location_source: 'geocoder' }
    expect((await agent.patch(`/api/listings/${listing.id}/`, { property_overrides })).body).toMatchObject({
      property_overrides: { ...pin, location_source: 'agent' },
    })
  })

  test('a new ZIP code must have five digits, and an invalid old one stays until it is changed', async () => {
    const agent = await anAgent(server())
    const { body } = await agent.post(properties, { ...anAddress(), zip_code: '97202-1234' })
    const at = `${properties}${body.id}/`
    const refused = { status: 400, body: { zip_code: [expect.stringContaining('five digits')] } }
    expect(await agent.patch(at, { zip_code: '9280' })).toMatchObject(refused)
    const { db } = server().services.database
    await db.updateTable('properties').set({ zip_code: '9280' }).where('id', '=', body.id).execute()
    const known = { zip_code: '9280', bedrooms: 3 }
    expect(await agent.patch(at, known)).toMatchObject({ status: 200, body: known })
    expect(await agent.patch(at, { zip_code: '92801' })).toMatchObject({ status: 200, body: { zip_code: '92801' } })
  })

  test('two agents who add the same property at once get the same one', async () => {
    const agents = await Promise.all([anAgent(server()), anAgent(server())])
    const address = anAddress()
    const answers = await Promise.all(agents.map((agent) => agent.post(properties, address)))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 201]))
  })

  if (isNightly(kind)) return

  test('a new agent finds an invented sample and can list at once', async () => {
    const agent = await anAgent(server())
    const { body } = await agent.get(`${properties}?page_size=24`)
    expect(body.results).toHaveLength(24)
    expect(body.count).toBeGreaterThanOrEqual(24)
    expect((await aListing(agent, {}, 24)).property.address).toBe(body.results[23].address)
  })

  test('only an empty catalog gets the sample', async () => {
    const agent = await anAgent(server())
    const { count } = await search(agent, '')
    await seedCatalog(server().services.database.db)
    expect((await search(agent, '')).count).toBe(count)
  })

  test('an agent adds a property, and every agent finds it by address, city or ZIP', async () => {
    const agent = await anAgent(server())
    const other = await anAgent(server())
    const address = { ...anAddress(), city: `Elmville ${randomUUID()}`, zip_code: '01234' }
    const added = await agent.post(
      properties,
      { ...address, bedrooms: 3, square_feet: '1420', price: 410_000.5, year_built: 0 },
      { 'idempotency-key': `${randomUUID()}:1` },
    )
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      ...address,
      id: expect.any(Number),
      bedrooms: 3,
      bathrooms: null,
      square_feet: 1420,
      lot_size: null,
      year_built: null,
      garage_spaces: null,
      images: [],
      price: 410_000.5,
      property_type: '',
      latitude: null,
      longitude: null,
      location_source: null,
      location_suggestion: null,
      is_private: false,
      version: 1,
      created_at: expect.stringMatching(/Z$/),
      client_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      added_by_me: true,
    })
    const asSeenByOthers = { ...added.body, client_key: null, added_by_me: false }
    expect(added.headers).toMatchObject({ etag: '"1"', location: `${properties}${added.body.id}/` })
    for (const text of [address.address, address.city.toLowerCase(), '0123']) {
      expect((await search(other, text)).results).toContainEqual(asSeenByOthers)
    }
    expect((await other.get(`${properties}${added.body.id}/`)).body).toEqual(asSeenByOthers)
    expect((await agent.get(`${properties}${added.body.id}/`)).body).toEqual(added.body)
  })

  test('adding a known property again returns it unchanged', async () => {
    const agent = await anAgent(server())
    const address = anAddress()
    const first = await agent.post(properties, { ...address, bedrooms: 3 })
    const shouted = { ...address, address: `  ${address.address.toUpperCase()}`, bedrooms: 9 }
    const again = await (await anAgent(server())).post(properties, shouted)
    expect(again).toMatchObject({ status: 200, body: { ...first.body, bedrooms: 3, added_by_me: false } })
    expect((await search(agent, address.address)).count).toBe(1)
  })

  test('a create retried under its key, or corrected under the next revision, adds one property', async () => {
    const agent = await anAgent(server())
    const address = anAddress()
    const opId = randomUUID()
    const first = await agent.post(properties, address, { 'idempotency-key': `${opId}:1` })
    const again = await agent.post(properties, address, { 'idempotency-key': `${opId}:1` })
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replay': 'true' } })
    const moved = { ...address, address: `${address.address} Unit 2` }
    const mended = await agent.post(properties, moved, { 'idempotency-key': `${opId}:2` })
    expect(mended.body.id).toBe(first.body.id)
    expect((await search(agent, address.address)).count).toBe(1)
  })

  test('a property is corrected by the agent who added it, for all agents, and by no other agent', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const added = await agent.post(properties, { ...anAddress(), bedrooms: 3 })
    const url = `${properties}${added.body.id}/`
    const corrected = await agent.patch(url, { bedrooms: 4 }, { 'if-match': String(added.headers['etag']) })
    expect(corrected).toMatchObject({ status: 200, body: { ...added.body, bedrooms: 4, version: 2 } })
    expect((await other.get(url)).body).toEqual({ ...corrected.body, client_key: null, added_by_me: false })
    expect((await agent.patch(url, { bedrooms: 5 }, { 'if-match': String(added.headers['etag']) })).status).toBe(412)
    await sharedChangesAreTold(server())
    expect(
      (await wholeFeed(other)).find(({ entity, id }) => entity === 'property' && id === added.body.id),
    ).toMatchObject({
      record: { bedrooms: 4 },
    })

    const imported = (await search(agent, '')).results[0]
    for (const refused of [
      await other.patch(url, { bedrooms: 9 }),
      await agent.patch(`${properties}${imported.id}/`, { bedrooms: 9 }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'not_yours'])
    }
    const second = await agent.post(properties, anAddress())
    const taken = await agent.patch(`${properties}${second.body.id}/`, {
      address: added.body.address,
      city: added.body.city,
      zip_code: added.body.zip_code,
    })
    expect(taken).toMatchObject({ status: 400, body: { address: ['This address is already in the catalog.'] } })
    expect((await agent.patch(url, { zip_code: 5 })).status).toBe(400)
  })

  test.each([
    ['no street', { address: '' }, 'address'],
    ['no city', { city: undefined }, 'city'],
    ['a ZIP as a number', { zip_code: 97_202 }, 'zip_code'],
    ['a ZIP of four digits', { zip_code: '9280' }, 'zip_code'],
    ['less than no bedrooms', { bedrooms: -1 }, 'bedrooms'],
    ['words for a figure', { square_feet: 'large' }, 'square_feet'],
    ['a place beyond the pole', { latitude: 91 }, 'latitude'],
  ])('a property with %s is refused with the field named', async (_, fault, field) => {
    const agent = await anAgent(server())
    const answer = await agent.post(properties, { ...anAddress(), ...fault })
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)], code: 'invalid' } })
  })

  test('the catalog needs a session, is read in pages, and only owners change or delete their homes', async () => {
    const visitor = aVisitor(server())
    expect((await visitor.get(properties)).status).toBe(401)
    expect((await visitor.post(properties, anAddress())).status).toBe(401)
    const agent = await anAgent(server())
    const seen = new Set<number>()
    let rows = 0
    let next: string | null = `${properties}?page_size=7`
    while (next !== null) {
      const { body } = await agent.get(next)
      for (const property of body.results) seen.add(property.id)
      rows += body.results.length
      next = body.next
    }
    expect(seen.size).toBe(rows)
    expect(rows).toBe((await search(agent, '')).count)
    expect((await agent.get(`${properties}999999/`)).status).toBe(404)
    const [first] = (await search(agent, '')).results
    expect((await agent.delete(`${properties}${first.id}/`)).status).toBe(403)
    expect((await agent.patch(`${properties}${first.id}/`, { price: 1 })).status).toBe(403)
    expect((await agent.get(`${properties}${first.id}/`)).body).toEqual(first)
  })

  test('a later import updates figures, and a blank never erases a known one', async () => {
    const agent = await anAgent(server())
    const { db } = server().services.database
    const folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-import-'))
    const street = anAddress().address
    const importText = async (text: string) => {
      await writeFile(path.join(folder, 'houses.csv'), text)
      return importFile(db, path.join(folder, 'houses.csv'))
    }
    await importText(`street;city;zip;state;beds;price\n${street};Portland;97202;OR;3;400000`)
    const [before] = (await search(agent, street)).results
    const [report] = await importText(
      `street;city;zip;state;beds;sqft;price\n${street};PORTLAND;97202;OR;0;1500;390000`,
    )
    expect(report).toBe('houses.csv: 1 rows read, 1 properties (0 new, 1 changed, 0 unchanged), 0 repeats, 0 skipped.')
    const { results } = await search(agent, street)
    expect(results).toEqual([{ ...before, square_feet: 1500, price: 390_000, version: before.version + 1 }])
    await expect(importText('street,beds\n1 A St,3')).rejects.toThrow('has no column for city, state, zip_code')
    await rm(folder, { recursive: true })
  })
})

describe.skipIf(!hasTestData && !mustHaveTestData)('real sales (skipped where the shared data is not there)', () => {
  const file = path.join(testDataFolder, 'sacramento.csv')

  onAnyDatabase((server) => {
    longTest('the Sacramento file: 985 rows, 981 properties, and a second import adds nothing', async () => {
      const agent = await anAgent(server())
      const { db } = server().services.database
      const sample = (await search(agent, '')).count
      expect(await importFile(db, file)).toEqual([
        'sacramento.csv: 985 rows read, 981 properties (981 new, 0 changed, 0 unchanged), 4 repeats, 0 skipped.',
        '  Line 344 repeats line 343: 4734 14th Ave',
        '  Line 396 repeats line 395: 1223 Lamberton Cir',
        '  Line 406 repeats line 405: 8306 Curlew Ct',
        '  Line 603 repeats line 602: 7 Crystalwood Cir',
        '  Columns not used: sale_date',
      ])
      expect((await search(agent, '')).count).toBe(sample + 981)
      const [report] = await importFile(db, file)
      expect(report).toContain('981 properties (0 new, 0 changed, 981 unchanged)')
      expect((await search(agent, '')).count).toBe(sample + 981)

      const all = [
        ...(await agent.get(`${properties}?page_size=500`)).body.results,
        ...(await agent.get(`${properties}?page_size=500&page=2`)).body.results,
        ...(await agent.get(`${properties}?page_size=500&page=3`)).body.results,
      ]
      expect(all).toHaveLength(sample + 981)
      expect(all.some((property) => [property.bedrooms, property.bathrooms, property.square_feet].includes(0))).toBe(
        false,
      )
      expect(all.find((property) => property.address === '7 Crystalwood Cir')).toMatchObject({
        city: 'Lincoln',
        price: 4897,
        bedrooms: null,
        square_feet: null,
      })
      expect((await search(agent, '1223 lamberton')).results).toMatchObject([{ price: 155_500, square_feet: 1370 }])
    })
  })
})
