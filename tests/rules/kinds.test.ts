import { readFileSync } from 'node:fs'
import path from 'node:path'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { newAppointmentSchema, appointmentChangesSchema } from '#core/contract/appointment.ts'
import { clientChangesSchema } from '#core/contract/client.ts'
import { doorCardChangesSchema } from '#core/contract/door-card.ts'
import { newExposureReadingSchema } from '#core/contract/exposure.ts'
import { followUpChangesSchema } from '#core/contract/follow-up.ts'
import { interactionChangesSchema } from '#core/contract/interaction.ts'
import { listingImageChangesSchema } from '#core/contract/listing-image.ts'
import { listingChangesSchema } from '#core/contract/listing.ts'
import { openHouseVisitChangesSchema } from '#core/contract/open-house-visit.ts'
import { openHouseChangesSchema } from '#core/contract/open-house.ts'
import { propertyChangesSchema } from '#core/contract/property.ts'
import { showingChangesSchema } from '#core/contract/showing.ts'
import { tourChangesSchema } from '#core/contract/tour.ts'
import { type EntityName, entityNames, isInFeed, kinds, type OwnEntity } from '#core/kinds/all-kinds.ts'
import { tombstoneRank } from '#core/kinds/kind-of-record.ts'
import { describeOperation, isComputedField } from '#core/sync/records/describe-operation.ts'
import { normalizeRecord } from '#core/sync/records/server-copy.ts'
import { fieldText } from '#features/outbox/outbox-labels.ts'
import { searchedTables } from '#features/search/read-searchable-records.ts'
import type { OwnKind } from '#server/records/own-kind.ts'
import { ownKinds } from '#server/records/own-kinds.ts'
import { doBatch } from '#server/sync/batch-service.ts'
import { deviceDatabase } from '#storage/database/device-database.ts'

/** What a change of each kind may name, from the contract that form, device and server share. */
const changes: Record<EntityName, Readonly<Record<string, v.GenericSchema>>> = {
  property: propertyChangesSchema.entries,
  client: clientChangesSchema.entries,
  listing: listingChangesSchema.entries,
  listing_image: listingImageChangesSchema.entries,
  showing: showingChangesSchema.entries,
  open_house: openHouseChangesSchema.entries,
  open_house_visit: openHouseVisitChangesSchema.entries,
  appointment: appointmentChangesSchema.entries,
  tour: tourChangesSchema.entries,
  interaction: interactionChangesSchema.entries,
  follow_up: followUpChangesSchema.entries,
  door_card: doorCardChangesSchema.entries,
  available_listing: {},
  exposure_reading: newExposureReadingSchema.entries,
}

describe.each(entityNames)('the kind %s', (entity) => {
  const kind = kinds[entity]

  test('has the fields of its contract, and no others', () => {
    expect(changes, `${entity} has no schema in tests/rules/kinds.test.ts`).toHaveProperty(entity)
    const named = Object.keys(changes[entity]).filter((field) => !(field in kind.references))
    expect(kind.fields.toSorted(), `fields of ${fileOf(entity)} and of its contract`).toEqual(named.toSorted())
  })

  test('has its dates written out in the Outbox', () => {
    const dates = Object.entries(changes[entity]).filter(
      ([field, schema]) => !isComputedField(entity, field) && v.is(schema, '2026-12-01') && !v.is(schema, 'any text'),
    )
    for (const [field] of dates)
      expect(fieldText(entity, field, '2026-12-01'), `${field} in src/features/outbox/outbox-labels.ts`).toBe(
        'Dec 1, 2026',
      )
  })

  test('takes along what refers to it when it is deleted, here and on the server', () => {
    const { feed, deletedWithRecord } = kind
    // What all agents share stays.
    if (feed.visibleTo === 'everybody') return
    const referring = entityNames.flatMap((other) =>
      Object.entries(kinds[other].references).flatMap(([field, to]) =>
        to === entity ? [{ entity: other, field }] : [],
      ),
    )
    const inOrder = (all: readonly object[]) => all.map((one) => JSON.stringify(one)).toSorted()
    expect(inOrder(deletedWithRecord), `deletedWithRecord of ${fileOf(entity)}`).toEqual(inOrder(referring))
    expect(ownKinds, 'server/records/own-kinds.ts').toHaveProperty(entity)
    const versionsOf = (ownKinds[entity as OwnEntity] as OwnKind).deletedWithRecord ?? {}
    expect(
      Object.keys(versionsOf),
      `deletedWithRecord of ${entity}, as server/records/own-kinds.ts imports it`,
    ).toHaveLength(
      // Deletions say nothing of records that devices do not read.
      deletedWithRecord.filter((child) => isInFeed(child.entity)).length,
    )
  })

  test('is searched, or is not found for a reason', () => {
    const notFound: Partial<Record<EntityName, string>> = {
      listing_image: 'a photo has no words',
      available_listing: 'found as the home that it is',
      exposure_reading: 'figures have no words',
    }
    const isSearched = (searchedTables as readonly string[]).includes(kind.table)
    expect(isSearched, `${kind.table} in src/features/search/read-searchable-records.ts`).toBe(!(entity in notFound))
  })

  test('has its table on the device', () => {
    const { tables } = deviceDatabase('kinds', 'relaxed', { indexedDB, IDBKeyRange })
    const names = tables.map(({ name }) => name)
    expect(names, 'a version in src/storage/database/device-database.ts').toContain(kind.table)
  })

  test('knows which of its fields are numbers', () => {
    const numbers = Object.entries(changes[entity]).filter(([field, schema]) => {
      if (field in kind.references || field in (kind.embeddedReferences ?? {})) return false
      const parsed = v.safeParse(schema, 1)
      return parsed.success && typeof parsed.output === 'number'
    })
    expect(kind.numbers.toSorted()).toEqual(numbers.map(([field]) => field).toSorted())
    const asText = Object.fromEntries(kind.numbers.map((field) => [field, '3.5']))
    const asNumbers = Object.fromEntries(kind.numbers.map((field) => [field, 3.5]))
    expect(normalizeRecord(entity, { id: 7, ...asText }).record).toMatchObject(asNumbers)
  })

  test('says of its own fields only how they are merged, what waits and what is told', () => {
    const {
      mergeRules,
      unfoldableFields,
      extensions = [],
      secrets = [],
      valuesAfterCreate: later = {},
      serverComputed: told,
      embeddedReferences: mentions = {},
    } = kind
    const named = [...Object.keys(mergeRules), ...secrets, ...unfoldableFields, ...extensions, ...Object.keys(later)]
    for (const field of [...named, ...Object.keys(mentions), ...(told === undefined ? [] : [told])])
      expect(kind.fields).toContain(field)
  })

  test('comes behind the kinds that it refers to, and says where it belongs', () => {
    const place = entityNames.indexOf(entity)
    for (const referred of Object.values(kind.references)) expect(entityNames.indexOf(referred)).toBeLessThan(place)
    const { parent } = kind
    expect(kind.collection.includes('{parent}')).toBe(parent !== undefined)
    if (parent !== undefined) expect(kind.references).toHaveProperty(parent)
    for (const { entity: child, field } of kind.deletedWithRecord) expect(kinds[child].references[field]).toBe(entity)
  })

  test('can be written in a batch if agents write it', async () => {
    const at = kind.collection.replace('{parent}', '5')
    const operation = { method: 'PATCH' as const, path: `${at}7/`, key: 'k:1', if_match: null, body: {} }
    const [answer] = await doBatch([operation], async (done) =>
      done.map(() => ({ status: 200, headers: {}, body: { id: 7 } })),
    )
    if (kind.writable) expect(answer?.status).toBe(200)
  })

  test('has words for the Outbox even when nothing is known of a record', () => {
    const nothing = { entity, kind: 'create' as const, changes: {}, shown: {}, base: {}, references: {}, files: {} }
    const { title, what } = describeOperation(nothing, undefined)
    expect(title).not.toBe('')
    expect(what).toBe(`New ${kind.nameOnScreen}`)
  })

  test('leads to a form that has a route', () => {
    const routes = readFileSync(path.join(import.meta.dirname, '../../src/app/routes.tsx'), 'utf8')
    const place = kind.form?.({ address: 'local-1', listingKey: 'local-2', clientKey: 'local-3' })
    if (kind.writable) expect(place, `form of ${fileOf(entity)}`).toBeDefined()
    if (!place) return
    const pattern = place.path.replaceAll(/local-\d/g, String.raw`\$\w+`)
    expect(routes, 'src/app/routes.tsx').toMatch(new RegExp(`path: '${pattern}'`))
  })
})

function fileOf(entity: EntityName): string {
  return `src/core/kinds/${entity.replaceAll('_', '-')}-kind.ts`
}

test('places in the feed stay as they were released, and tombstones are behind all', () => {
  const places = entityNames.map((entity) => [entity, kinds[entity].feed.visibleTo, kinds[entity].feed.rank])
  expect(places).toEqual(
    expect.arrayContaining([
      ['property', 'everybody', 1],
      ['available_listing', 'everybody', 2],
      ['client', 'agent', 1],
      ['listing', 'agent', 2],
      ['listing_image', 'agent', 3],
      ['open_house', 'agent', 4],
      ['showing', 'agent', 5],
      ['open_house_visit', 'agent', 6],
      ['appointment', 'agent', 7],
      ['tour', 'agent', 8],
      ['interaction', 'agent', 10],
      ['follow_up', 'agent', 11],
      ['door_card', 'agent', 12],
    ]),
  )
  expect(new Set(places.map(([, of, rank]) => `${of} ${rank}`)).size).toBe(places.length)
  for (const entity of entityNames) {
    expect(kinds[entity].feed.rank).toBeLessThan(tombstoneRank)
    // Tombstones had it once, and cursors of that time are still about.
    expect(kinds[entity].feed.rank).not.toBe(9)
  }
})

test('no two kinds share a table or a collection', () => {
  expect(new Set(entityNames.map((entity) => kinds[entity].table)).size).toBe(entityNames.length)
  expect(new Set(entityNames.map((entity) => kinds[entity].collection)).size).toBe(entityNames.length)
})

test('an appointment without a title is called so', () => {
  const made = v.parse(newAppointmentSchema, { date: '2026-11-21', start_time: '09:00', end_time: '10:00' })
  expect(kinds.appointment.title({}, {})).toBe(made.title)
})
