import type { Fields } from '#core/contract/json.ts'

/**
 * How to merge a field that changed both on this device and on the server. `both-texts`: one text with the lines of both. `union`: merges
 * lists member by member. `by-name`: merges an object's values one by one. `mine`: this device's value, for computed fields. `ask`: a
 * conflict, which the agent resolves.
 */
export type MergeRule = 'both-texts' | 'union' | 'by-name' | 'mine' | 'ask'

/** Records that a record refers to, as far as the device has them, to describe it in words. */
export type RelatedRecords = {
  listing?: Fields | undefined
  openHouse?: Fields | undefined
  client?: Fields | undefined
  property?: Fields | undefined
}

/** `synced`: the write is sent. `on this device`: a plain server has no call for it; it stays here with a notice. `not offered`: no screen has it. */
type PlainRule = 'synced' | 'on this device' | 'not offered'

type PlainCalls = Readonly<Record<'create' | 'update' | 'delete', PlainRule>> & {
  /** Where all records of the kind can be read. */
  readonly list: 'whole' | 'below its listing' | 'inside its listing' | 'by days' | 'none'
  readonly canReadById: boolean
  /** An update must be a PUT with the whole record. */
  readonly onlyPut?: boolean
}

export type KindOfRecord<Name extends string = string, Field extends string = string> = {
  // ── On the wire ──
  /** The path under `/api/`; `{parent}` is the server id of the record in the reference field `parent`. */
  collection: string
  parent?: string
  /** The fields that the agent writes. The server sets all others. */
  fields: readonly Field[]
  /** Numeric fields. Some servers send them as text. */
  numbers: readonly Field[]
  /** Fields that refer to another record, with its kind. */
  references: Readonly<Record<string, Name>>
  /**
   * Values for fields that a server leaves out or sends with another type. If the value is a list, its only member has the default values of
   * each member. If it is null, the field is dropped unless the server sends a text. Fields that only our server supports are not listed: they
   * retain this device's value.
   */
  whenMissing: Readonly<Fields>
  /** Reference fields in which the server sends the whole record instead of its id. */
  nested?: readonly string[]
  /** For a nested record: the field whose values overlay it, such as `property_overrides` for a listing's `property`. */
  overriddenBy?: Readonly<Record<string, Field>>
  /** Fields with embedded references (at any depth, also in lists), each with the kind that they refer to. */
  embeddedReferences?: Readonly<Record<string, Name>>
  /** Fields that only our server supports. With a plain server, their values stay on this device. */
  extensions?: readonly Field[]
  /** Fields that a create cannot set, with their initial values. */
  valuesAfterCreate?: Readonly<Fields>
  /** A field that a server may compute itself; if its value differs from the device's, the screen shows the difference (see `local-overrides.ts`). */
  serverComputed?: Field
  encoding: 'json' | 'multipart'
  /** All records are sent before any photo (fault C12). */
  lane: 'records' | 'photos'
  /** False for kinds that the agent only reads. */
  writable: boolean
  /** `visibleTo`: whether one agent has the record or all share it. Of the records of one write, the feed lists those with a lower `rank` first. */
  feed: { visibleTo: 'agent' | 'everybody'; rank: number }
  /** The server never sends these records; a device has only those that it created. Recovery checks their keys instead. */
  isWriteOnly?: boolean
  onPlainServers: PlainCalls
  /** A record that is created with this field is never sent to a plain server. */
  localOnPlainServers?: Field

  // ── Merging ──
  /** The default is `ask`. */
  mergeRules: { readonly [Name in Field]?: MergeRule }
  /** Fields that are valid only for the current value of another field: `client` for one `client_email`. If that changes, they are cleared. */
  dependsOn?: { readonly [Name in Field]?: Field }
  /** Fields whose intermediate values must reach the server: operations that change them are never folded (fault F10). */
  unfoldableFields: readonly Field[]
  /** The kinds of child records that are deleted with the record, each with the field that refers to it. */
  deletedWithRecord: readonly { entity: Name; field: string }[]

  // ── On the device ──
  table: string
  /** Dexie indexes by the database version that introduced them. Released versions never change (fault J1). */
  indexesByDatabaseVersion: Readonly<Record<number, string>>
  /** Whether exports and backups contain the records. */
  isExported: boolean

  // ── In words ──
  /** Fields with secrets such as lockbox codes, which lists, notices and copied text leave out. */
  secrets?: readonly Field[]
  nameOnScreen: string
  /** The name on screen of one record, if it depends on the record; `record` may lack any field. */
  nameOnScreenOf?: (record: Fields) => string
  /** What the record is called on screen: its address or person; `record` may lack any field. */
  title: (record: Fields, related: RelatedRecords) => string
  /** Text that distinguishes records with the same title, such as the day of a visit; it follows 'New showing'. */
  titleSuffix?: (record: Fields, related: RelatedRecords) => string
  /** Describes an edit of these fields; null if a list of the fields' names is enough. */
  describeChange?: (fields: readonly string[]) => string | null
  /** A field with the same value in all duplicates: two records that differ in it are never the same one. */
  duplicatesShare?: string
  /** Returns the path of the record's form and the text of the link to it. Null if there is no page to link to. */
  form?: (record: PlaceOfRecord) => FormPlace | null
}

export const synced = {
  list: 'whole',
  canReadById: true,
  create: 'synced',
  update: 'synced',
  delete: 'synced',
} as const satisfies PlainCalls

/** A plain server lists and creates these records below their listing, and can neither update nor delete one. */
export const createdBelowItsListing = {
  list: 'below its listing',
  canReadById: false,
  create: 'synced',
  update: 'on this device',
  delete: 'on this device',
} as const satisfies PlainCalls

export const onDeviceOnly = {
  list: 'none',
  canReadById: false,
  create: 'on this device',
  update: 'on this device',
  delete: 'on this device',
} as const satisfies PlainCalls

export const notOffered = {
  list: 'none',
  canReadById: false,
  create: 'not offered',
  update: 'not offered',
  delete: 'not offered',
} as const satisfies PlainCalls

/** For kinds with a `client_email`: `client` is the client record with this email, chosen by the agent or found by the app. */
export const withClient = {
  embeddedReferences: { client: 'client' },
  extensions: ['client'],
  mergeRules: { client: 'mine' },
  dependsOn: { client: 'client_email' },
} as const

/** What the path of a record's form can depend on. A key is null if the record does not belong to a listing or client. */
type PlaceOfRecord = {
  /** The record's key or id, as URLs contain it. */
  address: string
  listingKey: string | null
  clientKey: string | null
}

export type FormPlace = {
  path: string
  search?: Readonly<Record<string, string>>
  link: 'Edit' | 'Choose another photo' | 'Open Listing' | 'Open Client' | 'Show Figures'
}

/** Places tombstones in the feed after the records of every kind. */
export const tombstoneRank = 98

export const kindDefaults = {
  whenMissing: {},
  numbers: [],
  references: {},
  mergeRules: {},
  unfoldableFields: [],
  encoding: 'json',
  lane: 'records',
  writable: true,
  deletedWithRecord: [],
  isExported: true,
} as const satisfies Partial<KindOfRecord>
