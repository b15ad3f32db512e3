import type { Fields } from '#core/contract/json.ts'

/**
 * Merges two changes of one field: `both-texts` keeps both, `union` merges sets, `by-name` merges an object's values one by one, `mine` is
 * for computed fields, `ask` leaves it to the agent.
 */
export type MergeRule = 'both-texts' | 'union' | 'by-name' | 'mine' | 'ask'

export type Surroundings = {
  listing?: Fields | undefined
  openHouse?: Fields | undefined
  client?: Fields | undefined
  property?: Fields | undefined
}

/**
 * `synced`: the specification has a call for it. `on this device`: it has none, so the change stays here and says so. `not offered`: no
 * screen offers it.
 */
type PlainRule = 'synced' | 'on this device' | 'not offered'

type PlainCalls = Readonly<Record<'create' | 'update' | 'delete', PlainRule>> & {
  readonly list: 'whole' | 'below its listing' | 'inside its listing' | 'by days' | 'none'
  readonly single: boolean
  /** Changed only with PUT and the whole record. */
  readonly onlyPut?: boolean
}

export type KindOfRecord<Name extends string = string, Field extends string = string> = {
  // ── On the wire ──
  /** Below `/api/`; `{parent}` is the server id of the record that `parent` refers to. */
  collection: string
  /** The reference field of a nested collection such as `listings/{parent}/images/`. */
  parent?: string
  /** The fields that the agent writes. The server sets all others. */
  fields: readonly Field[]
  /** Fields with numbers, which some servers send as text. */
  numbers: readonly Field[]
  references: Readonly<Record<string, Name>>
  /**
   * Values for fields that a server leaves out or sends with another type. A list's only member describes all members. Null means text, or
   * left out if a server sends none. Fields that only our server takes are not named here: they keep this device's value.
   */
  whenMissing: Readonly<Fields>
  /** References that the server nests as whole records. */
  nested?: readonly string[]
  /** By nested reference: the field that has this record's own values for it. */
  overriddenBy?: Readonly<Record<string, Field>>
  /** Fields that name records of that kind in a list or at any depth. */
  mentions?: Readonly<Record<string, Name>>
  /** Fields that only our server takes. On a plain server they stay on this device. */
  extensions?: readonly Field[]
  /** Fields that a create cannot set, with their initial values. */
  later?: Readonly<Fields>
  /** A field that a server may compute again; the screen shows the difference (see `entity-calls.ts`). */
  told?: Field
  encoding: 'json' | 'multipart'
  /** Records go before photos (fault C12). */
  lane: 'records' | 'photos'
  /** False for kinds that the agent only reads. */
  writable: boolean
  /** Where our server's feed has it: among the agent's own records or among those that all agents share, and after which others. */
  feed: { of: 'agent' | 'everybody'; rank: number }
  /**
   * The server never sends these records: they are not in its feed, and a device has only those that it created. Recovery asks for their
   * keys instead.
   */
  isWriteOnly?: boolean
  onPlainServers: PlainCalls
  /** With a plain server, a record created with this field stays on the device. */
  staysFromPlainServers?: Field

  // ── Merging ──
  /** The default is `ask`. */
  mergeRules: { readonly [Name in Field]?: MergeRule }
  /** Fields that are true only for one value of another field, and are emptied when it changes. */
  goesWith?: { readonly [Name in Field]?: Field }
  /** Fields whose every step matters: operations on them are never folded (fault F10). */
  unfoldableFields: readonly Field[]
  /** Children that are deleted with the record, by the field that refers to it. */
  cascades: readonly { entity: Name; field: string }[]

  // ── On the device ──
  table: string
  /** Dexie indexes by the database version that added them. Released ones never change (fault J1). */
  indexes: Readonly<Record<number, string>>
  isExported: boolean

  // ── In words ──
  /** Fields with codes, which lists, notices and copied text leave out. */
  secrets?: readonly Field[]
  word: string
  /** The word for a record that has another name; `record` may lack any field. */
  wordFor?: (record: Fields) => string
  /** The address or person; `record` may lack any field. */
  title: (record: Fields, around: Surroundings) => string
  /** Distinguishes records with the same title, such as the day of a visit, after 'New showing'. */
  which?: (record: Fields, around: Surroundings) => string
  /** What an edit of these fields does, where that is more than the fields' names. */
  changeOf?: (fields: readonly string[]) => string | null
  /** Records that differ in this field are never duplicates. */
  distinguishedBy?: string
  /** The address of its form and the text of the link. `listingKey` and `clientKey` are its parents. */
  form?: (record: PlaceOfRecord) => FormPlace | null
}

export const synced = {
  list: 'whole',
  single: true,
  create: 'synced',
  update: 'synced',
  delete: 'synced',
} as const satisfies PlainCalls

export const belowItsListing = {
  list: 'below its listing',
  single: false,
  create: 'synced',
  update: 'on this device',
  delete: 'on this device',
} as const satisfies PlainCalls

export const onDeviceOnly = {
  list: 'none',
  single: false,
  create: 'on this device',
  update: 'on this device',
  delete: 'on this device',
} as const satisfies PlainCalls

export const notOffered = {
  list: 'none',
  single: false,
  create: 'not offered',
  update: 'not offered',
  delete: 'not offered',
} as const satisfies PlainCalls

/** For kinds with a person: `client` is the record behind `client_email`, chosen by the agent or recognized. */
export const withClient = {
  mentions: { client: 'client' },
  extensions: ['client'],
  mergeRules: { client: 'mine' },
  goesWith: { client: 'client_email' },
} as const

type PlaceOfRecord = {
  address: string
  listingKey: string | null
  clientKey: string | null
}

export type FormPlace = {
  path: string
  search?: Readonly<Record<string, string>>
  link: 'Edit' | 'Choose another photo' | 'Open Listing' | 'Open Client' | 'Show Figures'
}

/** Tombstones come after every kind. */
export const tombstoneRank = 98

export const usual = {
  whenMissing: {},
  numbers: [],
  references: {},
  mergeRules: {},
  unfoldableFields: [],
  encoding: 'json',
  lane: 'records',
  writable: true,
  cascades: [],
  isExported: true,
} as const satisfies Partial<KindOfRecord>
