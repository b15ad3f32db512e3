import type { Fields } from '#core/contract/json.ts'

/**
 * How two changes to one field are brought together when the same field changed here and on the server: `both-texts` keeps
 * both, `union` merges sets, `by-name` merges the values of an object one by one, `mine` is for what was worked out from other fields, `ask` leaves it to the agent.
 */
export type MergeRule = 'both-texts' | 'union' | 'by-name' | 'mine' | 'ask'

/** What is known beside a record when it is put into words. */
export type Surroundings = {
  /** The listing that a photo or a visit belongs to. */
  listing?: Fields | undefined
  /** The open house that a visitor came to. */
  openHouse?: Fields | undefined
  /** The client whom a conversation or a follow-up is about. */
  client?: Fields | undefined
  /** The home that a door card is for. */
  property?: Fields | undefined
}

/**
 * What a plain server makes of an agent's work. `synced`: the specification has a call for it. `on this device`: it has none, so the
 * work stays here and says so. `not offered`: no screen offers it; what was done before the server became a plain one stays here.
 */
type PlainRule = 'synced' | 'on this device' | 'not offered'

/** The calls of the specification's table for a kind of record, and what becomes of work that has none. */
type PlainCalls = Readonly<Record<'create' | 'update' | 'delete', PlainRule>> & {
  readonly list: 'whole' | 'below its listing' | 'inside its listing' | 'by days' | 'none'
  /** Whether one record can be read at its own address. */
  readonly single: boolean
  /** It is changed with PUT and the whole record only. */
  readonly onlyPut?: boolean
}

/** All that the product has to know of a kind of record, apart from its rules and screens. */
export type KindOfRecord<Name extends string = string, Field extends string = string> = {
  // ── On the wire ──
  /** Below `/api/`; `{parent}` is the server id of the record that `parent` refers to. */
  collection: string
  /** The reference field whose record owns the collection, for nested collections such as `listings/{parent}/images/`. */
  parent?: string
  /** The fields that the agent writes; the rest of a record is the server's. */
  fields: readonly Field[]
  /** Fields with numbers, which some servers send as text. */
  numbers: readonly Field[]
  /** Fields that refer to other records, and to which kind. */
  references: Readonly<Record<string, Name>>
  /**
   * What a row shows where a server leaves a field out, or says something of another type. The one member of a list says what each of
   * its members shows; a field that is null there is a text, or is left out where a server sends none or an empty one. What only our server takes is not named here: it stays as this device knows it.
   */
  whenMissing: Readonly<Fields>
  /** References whose record is nested whole inside this one, as the server sends it; the others stay ids. */
  nested?: readonly string[]
  /** By nested reference: the field with values that this record shows instead of the nested one's own. */
  overriddenBy?: Readonly<Record<string, Field>>
  /** Fields whose value names records of that kind, alone, as members of a list or at any depth inside them. */
  mentions?: Readonly<Record<string, Name>>
  /** Fields that only our server takes: a plain one is not sent them, and what it does not say of them stays here. */
  extensions?: readonly Field[]
  /** Fields that a create cannot say, with the values that a new record begins with. */
  later?: Readonly<Fields>
  /** A field that a server may compute anew; when it does, the screen says so (see `entity-calls.ts`). */
  told?: Field
  encoding: 'json' | 'multipart'
  /** Records go before photos (fault C12). */
  lane: 'records' | 'photos'
  /** False for what the agent only reads. */
  writable: boolean
  /** Where our server's feed has it: among the agent's own records or among those that all agents share, and after which others. */
  feed: { of: 'agent' | 'everybody'; rank: number }
  onPlainServers: PlainCalls
  /** A record whose create gives this field a value stays on the device while the server is a plain one. */
  staysFromPlainServers?: Field

  // ── Merging ──
  /** Fields that do not `ask`. */
  mergeRules: { readonly [Name in Field]?: MergeRule }
  /** Fields that are true of one value of another field only: who changes that one and does not name them empties them. */
  goesWith?: { readonly [Name in Field]?: Field }
  /** Fields whose every step matters, so that operations on them are never folded (fault F10). */
  unfoldableFields: readonly Field[]
  /** Deleting a record of this kind deletes these, which refer to it through the named field. */
  cascades: readonly { entity: Name; field: string }[]

  // ── On the device ──
  /** Its table there, and on the server. */
  table: string
  /** The table's indexes, in Dexie's words, by the database version that brought them; released ones never change (fault J1). */
  indexes: Readonly<Record<number, string>>
  /** Whether the agent's export has it. */
  isExported: boolean

  // ── In words ──
  /** Fields with codes: never written out in lists, notices or copied texts. */
  secrets?: readonly Field[]
  /** What people call one. */
  word: string
  /** What they call this one, where some have another name; `record` may lack anything. */
  wordFor?: (record: Fields) => string
  /** The address or the person; `record` may lack anything. */
  title: (record: Fields, around: Surroundings) => string
  /** What distinguishes it from others of the same title, such as the day of a visit, after 'New showing'. */
  which?: (record: Fields, around: Surroundings) => string
  /** What an edit of these fields does, where that is more than the fields' names. */
  changeOf?: (fields: readonly string[]) => string | null
  /** Two that differ in this field are never the same one, however much else is alike. */
  distinguishedBy?: string
  /** The address of its form, and what the link to it says. `listingKey` and `clientKey` are what it belongs to. */
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

/** Of records with a person: `client` is who `client_email` means, where the agent has said so or it was recognised. */
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
  link: 'Edit' | 'Choose another photo' | 'Open Listing' | 'Open Client'
}

/** The rank of tombstones in the feed: behind every kind there is or will be. */
export const tombstoneRank = 98

/** What most kinds have in common. */
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
