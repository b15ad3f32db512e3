/** Every kind of record that the mirror keeps. Later parts of the product add theirs here and in `declarations`. */
export type EntityName = 'property' | 'client' | 'listing' | 'listing_image' | 'available_listing'

/**
 * How two changes to one field are brought together when the same field changed here and on the server:
 * `both-texts` keeps both, `union` merges sets, `ask` leaves it to the agent.
 */
export type MergeRule = 'both-texts' | 'union' | 'ask'

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
  /** Fields that do not `ask`. */
  mergeRules: Readonly<Record<string, MergeRule>>
  /** Fields whose every step matters, so that operations on them are never folded (fault F10). */
  unfoldableFields: readonly string[]
  encoding: 'json' | 'multipart'
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
    mergeRules: { description: 'both-texts' },
    unfoldableFields: [],
    encoding: 'multipart',
    lane: 'records',
    writable: true,
    cascades: [{ entity: 'listing_image', field: 'listing' }],
  },
  listing_image: {
    name: 'listing_image',
    collection: 'listings/{parent}/images/',
    parent: 'listing',
    fields: ['caption', 'is_primary'],
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
}
