/** Rows of a server's database by the migration after which they were inserted. The statements never change. */
export const rowsByMigration: [migration: number, statements: string[]][] = [
  [
    5,
    [
      `insert into agents (username, username_key, email, email_key, password_hash, first_name, license_number) values
        ('Mira', 'mira', 'mira@example.com', 'mira@example.com', 'scrypt$then', 'Mira', 'CA 1'),
        ('Otto', 'otto', 'otto@example.com', 'otto@example.com', 'scrypt$then', 'Otto', '')`,
      `insert into sessions (token_hash, agent_id, expires_at) values
        ('28a0d41448d964e8a985e400626477fe4044df869919edff1dfb09c7c1701e57', 1, '2100-01-01')`,
      `insert into api_tokens (agent_id, name, token_hash) values (1, 'Spreadsheet', 'of-a-token')`,
      `insert into agent_versions (agent_id, version) values (1, 9), (2, 1)`,
      `insert into properties (identity, created_by, client_key, address, city, state, zip_code, bedrooms, price_cents)
        values ('1 elm st|salem', 1, '00000000-0000-4000-8000-000000000001', '1 Elm St', 'Salem', 'OR', '97301', 2, 24000000),
          ('2 elm st|salem', 2, null, '2 Elm St', 'Salem', 'OR', '97301', null, null)`,
      // A home that was removed from the catalog again.
      `delete from properties where id = 2`,
      `insert into listings (agent_id, property_id, version, client_key, price_cents, description, status) values
        (1, 1, 4, '00000000-0000-4000-8000-000000000002', 25000050, 'Light', 'For Sale')`,
      `insert into listings (agent_id, property_id, version, price_cents, description, status) values
        (2, 1, 1, 26000000, '', 'Pending'), (2, 1, 1, 27000000, '', 'Sold')`,
      `insert into listing_images (agent_id, listing_id, version, photo_name, widest, caption, is_primary) values
        (1, 1, 5, 'a-photo', 1600, 'Front', true)`,
      `insert into clients (agent_id, version, client_key, first_name, last_name, email, phone_number, category) values
        (1, 3, '00000000-0000-4000-8000-000000000003', 'Nora', 'Quill', 'nora@example.com', '555 0100', 'Buyer'),
        (1, 6, null, 'Gone', 'Quill', 'gone@example.com', '', 'Seller')`,
      `delete from clients where id = 2`,
      `insert into showings (agent_id, listing_id, version, showing_date, start_time, end_time, client_email) values
        (1, 1, 7, '2026-12-01', '10:00', '10:30', 'nora@example.com')`,
      `insert into open_houses (agent_id, listing_id, version, date, start_time, end_time) values
        (1, 1, 7, '2026-12-05', '13:00', '15:00')`,
      `insert into open_house_visits (agent_id, open_house_id, version, client_email, name, phone_number, consents) values
        (1, 1, 8, 'visitor@example.com', 'Vito', '', '[]')`,
      `insert into appointments (agent_id, version, title, date, start_time, end_time, notes, location) values
        (1, 8, 'Notary', '2026-12-02', '09:00', '09:30', '', 'Main St')`,
      `insert into exposure_figures values (1, 'Zillow', '2026-11-01', 10, 2, 1)`,
      `insert into calendar_feeds (agent_id, secret) values (1, 'a-secret-address')`,
      `insert into idempotency_keys (agent_id, key, request_hash, status, headers, body) values
        (1, '00000000-0000-4000-8000-000000000003:1',
          '46604a87e05654d92852b48014ab2a756978e5949e456fe0b7d14a32aa7eb657', 201, '{"etag":"\\"3\\""}',
          '{"id":1,"first_name":"Nora","last_name":"Quill","email":"nora@example.com","phone_number":"555 0100","notes":"","category":"Buyer","created_at":"2026-11-01T09:00:00.000Z","updated_at":"2026-11-01T09:00:00.000Z","version":3,"client_key":"00000000-0000-4000-8000-000000000003"}')`,
    ],
  ],
  [
    7,
    [
      `insert into tours (agent_id, version, client_email, tour_date, start_time, end_time, status, planning,
          selected_listings, preferences, stops, dropped, steps, total_distance, estimated_duration)
        values (1, 9, 'nora@example.com', '2026-12-03', '09:00', '17:00', 'scheduled', 'manual',
          '[1]', '{}', '[]', '[]', '[]', 0, 0)`,
    ],
  ],
  [
    8,
    [
      `insert into listing_images (agent_id, listing_id, version, photo_name, widest, caption, position) values
        (1, 1, 9, 'another-photo', 800, 'Garden', 1)`,
    ],
  ],
  [10, [`update agents set closed_at = '2026-11-02', release_code_hash = 'of-a-code' where id = 2`]],
  [
    11,
    [
      `insert into device_counts (agent_id, device, made, confirmed, waiting, sent, attention) values
        (1, '5f1c54d5-07f3-4a5b-8f1d-3e0f6d1c0a01', 3, 3, 0, 0, 0)`,
    ],
  ],
  [
    17,
    [
      `insert into interactions (agent_id, version, client, kind, date, time, text) values
        (1, 9, 1, 'Call', '2026-11-20', '10:30', 'Likes the pond.')`,
      `insert into follow_ups (agent_id, version, client, due_date, text, done) values
        (1, 9, 1, '2026-11-27', 'Send the plan.', false)`,
    ],
  ],
  [19, [`insert into listing_price_changes (listing_id, from_cents, to_cents) values (1, 26000000, 25000050)`]],
  [
    28,
    [
      `insert into properties (identity, created_by, address, city, state, zip_code, latitude, longitude)
        values ('3 elm st|salem', null, '3 Elm St', 'Salem', 'OR', '97301', 44.94, -123.03),
          ('4 elm st|salem', 1, '4 Elm St', 'Salem', 'OR', '97301', 44.95, -123.04)`,
    ],
  ],
  [
    32,
    [
      `insert into listings (agent_id, property_id, version, price_cents, description, status, property_overrides)
        values (2, 3, 1, 28000000, 'Corner', 'For Sale', '{"bedrooms":4}')`,
      `insert into door_cards (agent_id, version, property, occupancy, lockbox_kind, lockbox_code, gate_code, alarm_code,
          key_location, instructions, pets, parking, notify_seller)
        values (1, 9, 1, 'tenant', 'Supra', '4719', '', '', '', 'Ring first.', '', '', true)`,
    ],
  ],
]

/** The session token of a browser signed in at that version. */
export const sessionToken = 'the-session-of-a-browser-of-then'

/** A write that was answered at that version: its key and body. */
export const formerlyAnsweredWrite = {
  key: '00000000-0000-4000-8000-000000000003:1',
  body: {
    first_name: 'Nora',
    last_name: 'Quill',
    email: 'nora@example.com',
    phone_number: '555 0100',
    notes: '',
    category: 'Buyer',
  },
}

/** A cursor as servers wrote it before history tokens: signed, with the epoch of the data. */
export function epochCursor(agentId: number): string {
  const place = {
    agentId,
    epoch: '0f0e7c52-5c0d-4b53-a0f8-2a1f3f0f3b11',
    issuedAt: 1_793_000_000_000,
    own: { version: 9, rank: 99, id: 0 },
    shared: { transaction: '812', rank: 1, id: 1 },
  }
  return `${Buffer.from(JSON.stringify(place)).toString('base64url')}.5Tnq0nGZkYcCw9qB2s6eS1z1rZQhIu0mAqR3y8b1QvE`
}
