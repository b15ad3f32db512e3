import type { EntityName } from '#core/kinds/all-kinds.ts'

type Descriptions = Readonly<Record<string, string>>

export function withFieldDescriptions(schema: object, entity: EntityName): object {
  if (!('properties' in schema)) return schema
  const fields = Object.entries(schema.properties as Record<string, object>)
  return {
    ...schema,
    properties: Object.fromEntries(fields.map(([name, one]) => [name, withDescription(name, one, entity)])),
  }
}

function withDescription(name: string, field: object, entity: EntityName): object {
  const description = ofKind[entity]?.[name] ?? ofAll[name]
  return description === undefined || 'description' in field ? field : { ...field, description }
}

const ofAll: Descriptions = {
  id: 'Id, assigned by the server',
  version: 'Changes with every write. The same number as in the `ETag`',
  client_key: 'Idempotency key of the request that created the record, without its revision, or null',
  created_at: 'When the record was created',
  updated_at: 'When the record was last changed',
  listing: 'Id of the listing',
  listing_address: 'Address of the listing',
  realtor: 'Contact information of the agent',
  client: 'Id of the client, or null',
  client_email: 'Email of the client',
  date: 'Local date at the property',
  start_time: 'Local time at the property',
  end_time: 'Local time at the property',
}

const ofKind: Partial<Record<EntityName, Descriptions>> = {
  property: {
    price: 'US dollars, or null if unknown',
    lot_size: 'Acres, or null if unknown',
    location_source: 'Where the coordinates come from, or null if there are none or the source is unknown',
  },
  listing: {
    listing_price: 'US dollars',
    status: 'For Sale, Pending or Sold',
    seller_note: 'The agent’s note at the top of the seller report',
    property_overrides: 'Values that this listing shows instead of the catalog’s',
    listed_by: 'The broker who lists the home, or null for the agent’s own listing',
    property: 'The home, with `property_overrides` applied',
    images: 'Photos, primary photo first',
  },
  listing_image: {
    image: 'URL of the photo',
    is_primary: 'True for the main photo',
    position: 'Position among the photos',
  },
  client: { category: 'Buyer, Seller or Both' },
  showing: {
    showing_date: 'Local date at the property',
    status: 'Scheduled, Held, Cancelled or No-show',
    feedback: 'Private feedback, for the agent only',
    feedback_for_seller: 'Feedback that the seller report quotes',
    interest: 'Interest of the buyer, 1 to 5, or null',
    price_opinion: 'The buyer’s opinion of the price: Low, Right or High, or null',
  },
  open_house_visit: {
    open_house: 'Id of the open house',
    client_email: 'Email of the visitor',
    consents: 'What the visitor agreed to, with the exact wording',
    signed_in_at: 'When the visitor signed in, or null',
    follow_up: 'Empty, `done`, or the date to call the visitor',
  },
  interaction: { kind: 'Call, Text, Email, Meeting or Note' },
  follow_up: { due_date: 'The day on which it is due', text: 'What to do' },
  door_card: {
    property: 'Id of the home',
    client: 'Id of the seller, if the seller is a client of the agent, or null',
    occupancy: 'vacant, owner, tenant, or empty if unknown',
    lockbox_kind: 'Type and place of the lockbox',
    notify_seller: 'Whether to notify the seller before each visit',
  },
  exposure_reading: {
    platform: 'Lower case and without `.com`, such as zillow',
    views: 'Null if this reading does not say it',
    likes: 'Null if this reading does not say it',
    saves: 'Null if this reading does not say it',
    cleared: 'Counts that are unknown since this reading',
    read_at:
      'When the figures were read. For each count, the newest reading of the day is shown. Null: when the server received it',
  },
  tour: {
    planning: '`best` lets the planner choose the order, `given` keeps the order of `selected_listings`',
    selected_listings: 'Ids of the listings to visit',
    visit_lengths: 'Lengths that the agent has set for single visits',
    stops: 'Visits in order',
    lunch: 'The lunch break, or null',
    dropped: 'Listings that do not fit, with the reason',
    steps: 'What happened during the tour',
    total_distance: 'Miles between the stops',
    estimated_duration: 'Minutes from the first arrival to the last departure, including lunch and waits',
  },
}
