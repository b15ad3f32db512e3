import { sql, type Kysely, type Selectable } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { listings } from '#server/listings/listings.ts'
import { photoAddress } from '#server/photos/photo-store.ts'
import { readOwn } from '#server/records/own-records.ts'
import { propertyJson } from '#server/properties/property-record.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { aForm, aListing } from '#tests/support/listings.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { anAgent } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

/** The contract's fields of a row, in the contract's order. */
function propertyOf(row: Selectable<Tables['properties']>) {
  const { id, address, city, state, zip_code, bedrooms, bathrooms, square_feet, lot_size, year_built } = row
  const { garage_spaces, price_cents, property_type, latitude, longitude, location_source, location_suggestion } = row
  const place = { address, city, state, zip_code, property_type, location_source, is_private: row.is_private }
  const figures = { bedrooms, bathrooms, square_feet, lot_size, year_built, garage_spaces }
  const price = price_cents === null ? null : price_cents / 100
  return { id, ...place, ...figures, price, latitude, longitude, location_suggestion, images: [] }
}

// The database writes wire records as JSON; these tests compare them with their rows.
onEveryDatabase((server) => {
  const database = (): Kysely<Tables> => server().services.database.db

  const awkwardProperties = [
    { address: '1 "Quoted" \\ St\n\tAnnex', city: 'Zoë 🏡 \u0001', lot_size: 0.1 + 0.2, price_cents: 30_000_001 },
    {
      address: '2 Plain St',
      city: 'É',
      bedrooms: null,
      bathrooms: 2.5,
      price_cents: null,
      latitude: -1e-7,
      longitude: 179.123456789012,
    },
    { address: '3 Large St', city: '</script>', square_feet: 1_000_000, lot_size: 1e-5, price_cents: 999_999_999_999 },
  ]

  test.each(awkwardProperties)('the JSON of property $address equals its row', async (wishes) => {
    const row = await database()
      .insertInto('properties')
      .values({ state: 'CA', zip_code: '95608', property_type: '', identity: wishes.address, ...wishes })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ text: string }>`
      select ${propertyJson('property')} as text from properties as property where id = ${row.id}`.execute(database())
    expect(JSON.parse(rows[0]?.text ?? '')).toEqual(propertyOf(row))
    expect(Object.keys(JSON.parse(rows[0]?.text ?? '') as object)).toEqual(Object.keys(propertyOf(row)))
  })

  longTest('a listing from the database has the property, photos and realtor that their rows give', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent, { listing_price: '250000.05', description: 'Line 1\nLine “2” \\ \u2028' })
    for (const caption of ['', 'The "garden"\n🌳'])
      await agent.post(`/api/listings/${listing.id}/images/`, aForm({ image: await aPhoto(), caption }))
    for (const name of [{}, { first_name: ' Ada ', last_name: '' }, { first_name: 'Ada', last_name: 'O’Bell "Jr"' }]) {
      await agent.patch('/api/users/profile/', name)
      const [record] = await readOwn(database(), listings, agent.id, [listing.id])
      const { property, images, realtor, ...own } = record!
      const row = await database()
        .selectFrom('listings')
        .selectAll()
        .where('id', '=', listing.id)
        .executeTakeFirstOrThrow()
      const ofRow = {
        id: row.id,
        listing_price: row.price_cents / 100,
        description: row.description,
        seller_note: row.seller_note,
        property_overrides: row.property_overrides,
        listed_by: row.listed_by,
        status: row.status,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
        version: row.version,
        client_key: row.client_key,
      }
      expect(own).toEqual(ofRow)
      const propertyRow = await database()
        .selectFrom('properties')
        .selectAll()
        .where('id', '=', row.property_id)
        .executeTakeFirstOrThrow()
      expect(property).toEqual(propertyOf(propertyRow))
      const shown = `${name.first_name ?? ''} ${name.last_name ?? ''}`.trim() || agent.username
      expect(realtor).toEqual({ name: shown, email: agent.email, phone: '' })
      const imageRows = await database()
        .selectFrom('listing_images')
        .selectAll()
        .where('listing_id', '=', row.id)
        .execute()
      expect(images).toHaveLength(2)
      for (const {
        id,
        listing_id,
        photo_name,
        caption,
        is_primary,
        position,
        version,
        client_key,
        ...times
      } of imageRows)
        expect(images.find((image) => image.id === id)).toEqual({
          id,
          listing: listing_id,
          image: photoAddress(photo_name),
          caption,
          is_primary,
          position,
          version,
          client_key,
          created_at: times.created_at.toISOString(),
          updated_at: times.updated_at.toISOString(),
        })
    }
  })
})
