import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { journalDays } from '#core/contract/sync-protocol.ts'

/** A row's primary key on this device, for ever: `String(id)` when the server made the record, `local-<opId>` when this device did. */
export type LocalKey = string

/** Records that belong to another one, by `entity key`, in the fields that agents write. */
export type Below = Record<string, Fields>

/** The format of stored operations; old ones are upgraded when read, newer ones are left alone (faults J1, J3). */
export const operationFormat = 1

/**
 * queued → sending → confirmed and gone from the outbox (then in the journal). Aside:
 * `unknown` was sent and has no trustworthy answer; `waiting` until `nextAt`; `needs-login` after a 401;
 * `blocked` by the record it refers to; `conflict` and `attention` wait for the agent.
 */
export type OperationState =
  | 'queued'
  | 'sending'
  | 'unknown'
  | 'waiting'
  | 'needs-login'
  | 'blocked'
  | 'conflict'
  | 'attention'

export type OperationKind = 'create' | 'update' | 'delete'

/** Another record that a field refers to, by its key on this device; sending puts the server's id in its place. */
export type Reference = { entity: EntityName; key: LocalKey }

/** Bytes that go with an operation, kept in the `blobs` table under `blobKey`. */
export type AttachedFile = {
  blobKey: string
  fileName: string
  mediaType: string
  byteLength: number
  sha256: string
}

/** Why an operation waits for the agent, or why its last attempt did not succeed: what the server answered, or what this device found. */
export type Refusal = {
  /** Null when it is this device's own finding. */
  status: number | null
  /** The server's `code`, or one of ours: `may_exist`, `parent_gone`, `local_key`, `file_lost`, `unsupported`,
   * `gone`, `unreachable`, `unclear`, `page`. */
  code: string | null
  /** In plain words. */
  message: string
  /** Field names with the first message for each. */
  fieldErrors: Record<string, string>
  at: number
  /** How many such answers came in a row; only of a `page`. */
  times?: number
}

/** Fields that changed here and on the server (or in another tab) alike; the agent decides. */
export type Conflict = {
  /** The other side's record now, or null when it was deleted there. */
  theirs: Fields | null
  theirVersion: string | null
  /** True when the other side is another form of this device, and the server has no part in it. */
  isHere?: boolean
  fields: string[]
  /** Of a deletion: what it would take along now. */
  below?: Below
  at: number
}

/**
 * One attempt's facts, frozen when it starts: the same key always goes with the same bytes (fault F6). An operation with
 * an attempt may have reached the server, whatever its state; a definite refusal clears it.
 */
export type Attempt = {
  /** When it was last sent; rule K3 waits 60 s from here. */
  startedAt: number
  ifMatch: string | null
  /** The whole record when it had to go as PUT; null for the usual PATCH. */
  whole: Fields | null
  /** The holder of the sender lock that made it. */
  sender: string
}

type OperationFacts = {
  /** Orders operations on this device; information only, never identity. Given by the store. */
  seq: number
  /** Permanent, made when the form opens. */
  opId: string
  /** Rises only after a definite refusal; with `opId` it makes the idempotency key. */
  revision: number
  format: number
  /** The agent's id as text; an operation is only ever sent under it. */
  owner: string
  entity: EntityName
  key: LocalKey
  kind: OperationKind
  /** What is sent: every field of a create, the changed ones of an update, none of a delete. References are in `references`. */
  changes: Fields
  references: Record<string, Reference>
  files: Record<string, AttachedFile>
  /** What the row shows until the server's copy arrives (a listing's nested property); never sent. */
  shown: Fields
  /** The values that the changed fields replace, as the agent saw them, for the three-way merge; of a delete, the whole record's. */
  base: Fields
  /** The record's version when the edit was made; null on a plain server and for creates. */
  baseVersion: string | null
  state: OperationState
  attempts: number
  attempt: Attempt | null
  firstAttemptAt: number | null
  /** Not before this instant; epoch milliseconds. */
  nextAt: number
  /** Rounds of automatic merging after a 412; five, then the agent is asked (fault G21). */
  mergeRounds: number
  madeAt: number
  refusal: Refusal | null
  conflict: Conflict | null
  /** A create that a server which has lost its record is sent again; another device may have done so before. */
  isRestored?: boolean
}

export type Operation = OperationFacts & {
  /** Of a deletion: operations that it made pointless, the children's too; they are back when it is discarded. */
  foldedAway?: OperationFacts[]
  /** Of a deletion: what it takes along, as the agent saw it (fault G24). Missing in those of before. */
  below?: Below
}

export type NewOperation = Omit<Operation, 'seq'>

/** How long the journal is kept; the server keeps keys for longer. */
export const journalMs = journalDays * 24 * 3_600_000

/** A value that a decision did not keep. */
export type DiscardedValue = { field: string; value: Json; side: 'mine' | 'theirs' | 'replaced' }

/** An operation that reached its end, or what a decision about one did not keep; 30 days. */
export type JournalEntry = Pick<
  OperationFacts,
  'opId' | 'revision' | 'entity' | 'key' | 'kind' | 'changes' | 'references' | 'files' | 'madeAt'
> & {
  settledAt: number
  note: 'sent' | 'merged' | 'discarded' | 'adopted' | 'nothing-to-send' | 'decided'
  /** What it was about, for the Outbox: the address or the person. */
  title: string
  /** What the changed fields replaced, for sending it once more; a deletion's whole record. Missing in entries of before. */
  base?: Fields
  /** The agent's version that the server gave it; null where none did; missing in old entries, and where the answer was lost. */
  version?: number | null | undefined
  /** The server answered it under its key, so that the key is there, also where the answer named no version. */
  hasTrace?: boolean
  /** From the first try of a create to its confirmation, in milliseconds; only where it was tried more than once. */
  triedForMs?: number
  /** What distinguishes its record from another one that is given the same id (`server-copy.ts`). */
  identity?: Fields
  /** Only of a note 'decided'. */
  setAside?: DiscardedValue[]
}

export function idempotencyKey(operation: Pick<Operation, 'opId' | 'revision'>): string {
  return `${operation.opId}:${operation.revision}`
}

/** The `opId` in an idempotency key: it stays when a refused operation is mended and sent again. */
export function opIdIn(key: string): string {
  return key.replace(/:\d+$/, '')
}

/** Where the bytes of its files lie. */
export function blobKeysOf({ files }: Pick<Operation, 'files'>): string[] {
  return Object.values(files).map(({ blobKey }) => blobKey)
}

export function isJsonEqual(one: Json | undefined, other: Json | undefined): boolean {
  return canonical(one) === canonical(other)
}

/** The same text for equal values, whatever the order of their names. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const names = Object.keys(value).sort()
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Bytes of photos are kept so long after they were confirmed, room permitting: a restored server may need them again (fault C19). */
export const photosKeptMs = 7 * 24 * 3_600_000
