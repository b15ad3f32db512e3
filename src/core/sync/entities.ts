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

export type EntityDeclaration = {
  name: EntityName
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

export const declarations: Readonly<Record<EntityName, EntityDeclaration>> = {
  property: {
    name: 'property',
    collection: 'properties/properties/',
    fields: [
      'address',
      'city',
      'state',
      'zip_code',
      'bedrooms',
      'bathrooms',
      'square_feet',
      'lot_size',
      'year_built',
      'garage_spaces',
      'price',
      'property_type',
      'latitude',
      'longitude',
    ],
    references: {},
    mergeRules: {},
    unfoldableFields: [],
    encoding: 'json',
    lane: 'records',
    writable: true,
    cascades: [],
  },
  client: {
    name: 'client',
    collection: 'crm/clients/',
    fields: ['first_name', 'last_name', 'email', 'phone_number', 'notes', 'category'],
    references: {},
    mergeRules: { notes: 'both-texts' },
    unfoldableFields: [],
    encoding: 'json',
    lane: 'records',
    writable: true,
    cascades: [],
  },
  listing: {
    name: 'listing',
    collection: 'listings/',
    fields: ['listing_price', 'description', 'status'],
    references: { property: 'property' },
    nested: ['property'],
    mergeRules: { description: 'both-texts' },
    unfoldableFields: [],
    encoding: 'multipart',
    lane: 'records',
    writable: true,
    cascades: [
      { entity: 'listing_image', field: 'listing' },
      { entity: 'showing', field: 'listing' },
      { entity: 'open_house', field: 'listing' },
      { entity: 'open_house_visit', field: 'listing' },
    ],
  },
  listing_image: {
    name: 'listing_image',
    collection: 'listings/{parent}/images/',
    parent: 'listing',
    fields: ['caption', 'is_primary', 'position'],
    references: { listing: 'listing' },
    mergeRules: {},
    unfoldableFields: [],
    encoding: 'multipart',
    lane: 'photos',
    writable: true,
    cascades: [],
  },
  available_listing: {
    name: 'available_listing',
    collection: 'listings/available/',
    fields: [],
    references: {},
    mergeRules: {},
    unfoldableFields: [],
    encoding: 'json',
    lane: 'records',
    writable: false,
    cascades: [],
  },
  showing: {
    name: 'showing',
    collection: 'listings/{parent}/showings/',
    parent: 'listing',
    fields: ['showing_date', 'start_time', 'end_time', 'client_email'],
    references: { listing: 'listing' },
    mergeRules: {},
    unfoldableFields: [],
    encoding: 'json',
    lane: 'records',
    writable: true,
    cascades: [],
  },
  open_house: {
    name: 'open_house',
    collection: 'listings/{parent}/open-houses/',
    parent: 'listing',
    fields: ['date', 'start_time', 'end_time'],
    references: { listing: 'listing' },
    mergeRules: {},
    unfoldableFields: [],
    encoding: 'json',
    lane: 'records',
    writable: true,
    cascades: [{ entity: 'open_house_visit', field: 'open_house' }],
  },
  open_house_visit: {
    name: 'open_house_visit',
    collection: 'listings/{parent}/open-house-visits/',
    parent: 'listing',
    fields: ['client_email', 'name', 'phone_number', 'consents', 'signed_in_at'],
    references: { listing: 'listing', open_house: 'open_house' },
    mergeRules: { consents: 'union' },
    unfoldableFields: [],
    encoding: 'json',
    lane: 'records',
    writable: true,
    cascades: [],
  },
  appointment: {
    name: 'appointment',
    collection: 'scheduling/appointments/',
    fields: ['title', 'date', 'start_time', 'end_time', 'notes', 'location'],
    references: {},
    mergeRules: { notes: 'both-texts' },
    unfoldableFields: [],
    encoding: 'json',
    lane: 'records',
    writable: true,
    cascades: [],
  },
  tour: {
    name: 'tour',
    collection: 'tours/tours/',
    fields: [
      'client_email',
      'tour_date',
      'start_time',
      'end_time',
      'selected_listings',
      'preferences',
      'status',
      'planning',
      'stops',
      'lunch',
      'dropped',
      'total_distance',
      'estimated_duration',
      'steps',
    ],
    references: {},
    listReferences: { selected_listings: 'listing', stops: 'listing', dropped: 'listing' },
    extensions: ['planning', 'stops', 'lunch', 'dropped', 'total_distance', 'estimated_duration', 'steps'],
    later: { status: 'scheduled', steps: [] },
    told: 'stops',
    mergeRules: {
      selected_listings: 'union',
      steps: 'union',
      stops: 'mine',
      lunch: 'mine',
      dropped: 'mine',
      total_distance: 'mine',
      estimated_duration: 'mine',
    },
    // Every step of a tour matters: it was started, then completed (fault F10).
    unfoldableFields: ['status', 'steps'],
    encoding: 'json',
    takesOnlyPut: true,
    lane: 'records',
    writable: true,
    cascades: [],
  },
}
