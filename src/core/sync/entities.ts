import type { Fields } from './json.ts'

/** Every kind of record that the mirror keeps. Later parts of the product add theirs here and in `declarations`. */
export type EntityName =
  | 'property'
  | 'client'
  | 'listing'
  | 'listing_image'
  | 'available_listing'
  | 'showing'
  | 'open_house'
  | 'open_house_visit'
  | 'appointment'
  | 'tour'

/**
 * How two changes to one field are brought together when the same field changed here and on the server:
 * `both-texts` keeps both, `union` merges sets, `mine` is for what was worked out from other fields, `ask` leaves it to
 * the agent.
 */
export type MergeRule = 'both-texts' | 'union' | 'mine' | 'ask'

type EntityDeclaration = {
  /** Below `/api/`; `{parent}` is the server id of the record that `parent` refers to. */
  collection: string
  /** The reference field whose record owns the collection, for nested collections such as `listings/{parent}/images/`. */
  parent?: string
  /** The fields that the agent writes; the rest of a record is the server's. */
  fields: readonly string[]
  /** Fields that refer to other records, and to which kind. */
  references: Readonly<Record<string, EntityName>>
  /** References whose record stands whole inside this one, as the server nests it; the others stay ids. */
  nested?: readonly string[]
  /** Fields with lists whose members refer to records of that kind, as members or at any depth inside them. */
  listReferences?: Readonly<Record<string, EntityName>>
  /** Fields that only our server takes: a plain one is not sent them, and what it does not say of them stays here. */
  extensions?: readonly string[]
  /** Fields that a create cannot say, with the values that a new record begins with. */
  later?: Readonly<Fields>
  /** A field that a server may make up anew; where it does, the agent is told (see `entity-calls.ts`). */
  told?: string
  /** Fields that do not `ask`. */
  mergeRules: Readonly<Record<string, MergeRule>>
  /** Fields whose every step matters, so that operations on them are never folded (fault F10). */
  unfoldableFields: readonly string[]
  encoding: 'json' | 'multipart'
  /** The specification's calls change it with PUT only, so a plain server is never sent PATCH for it. */
  takesOnlyPut?: boolean
  /** Records go before photos (fault C12). */
  lane: 'records' | 'photos'
  /** False for what the agent only reads. */
  writable: boolean
  /** Deleting a record of this kind deletes these, which refer to it through the named field. */
  cascades: readonly { entity: EntityName; field: string }[]
}

/** What most kinds have in common. */
const usual = {
  references: {},
  mergeRules: {},
  unfoldableFields: [],
  encoding: 'json',
  lane: 'records',
  writable: true,
  cascades: [],
} as const satisfies Partial<EntityDeclaration>

/** What of a property is a number, which some servers send as text. */
export const propertyFigures = [
  'bedrooms',
  'bathrooms',
  'square_feet',
  'lot_size',
  'year_built',
  'garage_spaces',
  'price',
]
/** What the planner works out for a tour. */
const ofThePlan = ['stops', 'lunch', 'dropped', 'total_distance', 'estimated_duration']
/** What our server keeps of a tour beyond the specification. */
const ofTheRun = ['planning', ...ofThePlan, 'steps']

export const declarations: Readonly<Record<EntityName, EntityDeclaration>> = {
  property: {
    ...usual,
    collection: 'properties/properties/',
    fields: ['address', 'city', 'state', 'zip_code', ...propertyFigures, 'property_type', 'latitude', 'longitude'],
  },
  client: {
    ...usual,
    collection: 'crm/clients/',
    fields: ['first_name', 'last_name', 'email', 'phone_number', 'notes', 'category'],
    mergeRules: { notes: 'both-texts' },
  },
  listing: {
    ...usual,
    collection: 'listings/',
    fields: ['listing_price', 'description', 'status'],
    references: { property: 'property' },
    nested: ['property'],
    mergeRules: { description: 'both-texts' },
    encoding: 'multipart',
    cascades: [
      { entity: 'listing_image', field: 'listing' },
      { entity: 'showing', field: 'listing' },
      { entity: 'open_house', field: 'listing' },
      { entity: 'open_house_visit', field: 'listing' },
    ],
  },
  listing_image: {
    ...usual,
    collection: 'listings/{parent}/images/',
    parent: 'listing',
    fields: ['caption', 'is_primary', 'position'],
    references: { listing: 'listing' },
    encoding: 'multipart',
    lane: 'photos',
  },
  available_listing: {
    ...usual,
    collection: 'listings/available/',
    fields: [],
    writable: false,
  },
  showing: {
    ...usual,
    collection: 'listings/{parent}/showings/',
    parent: 'listing',
    fields: ['showing_date', 'start_time', 'end_time', 'client_email'],
    references: { listing: 'listing' },
  },
  open_house: {
    ...usual,
    collection: 'listings/{parent}/open-houses/',
    parent: 'listing',
    fields: ['date', 'start_time', 'end_time'],
    references: { listing: 'listing' },
    cascades: [{ entity: 'open_house_visit', field: 'open_house' }],
  },
  open_house_visit: {
    ...usual,
    collection: 'listings/{parent}/open-house-visits/',
    parent: 'listing',
    fields: ['client_email', 'name', 'phone_number', 'consents', 'signed_in_at'],
    references: { listing: 'listing', open_house: 'open_house' },
    mergeRules: { consents: 'union' },
  },
  appointment: {
    ...usual,
    collection: 'scheduling/appointments/',
    fields: ['title', 'date', 'start_time', 'end_time', 'notes', 'location'],
    mergeRules: { notes: 'both-texts' },
  },
  tour: {
    ...usual,
    collection: 'tours/tours/',
    fields: [
      'client_email',
      'tour_date',
      'start_time',
      'end_time',
      'selected_listings',
      'preferences',
      'status',
      ...ofTheRun,
    ],
    listReferences: { selected_listings: 'listing', stops: 'listing', dropped: 'listing' },
    extensions: ofTheRun,
    later: { status: 'scheduled', steps: [] },
    told: 'stops',
    mergeRules: {
      selected_listings: 'union',
      steps: 'union',
      ...Object.fromEntries(ofThePlan.map((field) => [field, 'mine' as const])),
    },
    // Every step of a tour matters: it was started, then completed (fault F10).
    unfoldableFields: ['status', 'steps'],
    takesOnlyPut: true,
  },
}

export const entityNames = Object.keys(declarations) as EntityName[]
