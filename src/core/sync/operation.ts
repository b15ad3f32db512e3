import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { journalDays } from '#core/contract/sync-protocol.ts'

/** A row's permanent key: the server's `String(id)`, `local-<opId>` if created here, `again-<id>` if another record had that id. */
export type LocalKey = string

/** Child records by `entity key` (kind and local key), with the fields that agents write. */
export type ChildRecords = Record<string, Fields>

/** Format of stored operations. Operations of older formats are upgraded when read; newer ones are not changed and not sent (faults J1, J3). */
export const operationFormat = 1

/**
 * queued → sending → confirmed: no longer in the outbox, in the journal instead. Other states:
 * - `unknown`: sent, without an answer that can be trusted
 * - `waiting`: sent again at `nextAt`
 * - `needs-login`: after a 401
 * - `blocked`: depends on an operation that cannot be sent
 * - `conflict`, `attention` (rejected): the agent decides
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

/** Another record that a field refers to, by local key. Sending replaces the key with the server's id. */
export type Reference = { entity: EntityName; key: LocalKey }

/** A file that is sent with an operation; its bytes are in the `blobs` table under `blobKey`. */
export type AttachedFile = {
  blobKey: string
  fileName: string
  mediaType: string
  byteLength: number
  sha256: string
}

/** Why an operation waits for the agent, or why its last attempt failed. */
export type Refusal = {
  status: number | null
  /**
   * The server's code, null without one; or one that the app sets: `may_exist` (a create without an answer), `made_twice` (the server created
   * the record twice), `gone` (the record was deleted), `parent_gone` (the record it belongs to was deleted), `local_key` (the server would
   * receive a local key), `file_lost`, `unsupported` (the server has no call for it), `unreachable`, `unclear` (the answer does not show
   * whether the write was saved), `page` (a web page came instead of the API's answer).
   */
  code: string | null
  message: string
  fieldErrors: Record<string, string>
  at: number
  /** How many answers in a row had the code `page`. */
  times?: number
}

export type Conflict = {
  /** The other side's record now; null if it was deleted. */
  theirs: Fields | null
  theirVersion: string | null
  /** True if the other side is another form on this device rather than the server. */
  isHere?: boolean
  fields: string[]
  /** Of a deletion: the child records that it would remove now. */
  below?: ChildRecords
  at: number
}

/** Frozen (fault F6). While an operation has an attempt, in any state, it may have reached the server; a definite refusal clears the attempt. */
export type Attempt = {
  /** When the operation was last sent. Without idempotency keys, a create's lost answer is resolved 60 s later (rule K3). */
  startedAt: number
  ifMatch: string | null
  /** The whole record if it is sent as PUT; null for PATCH. */
  whole: Fields | null
  /** Random id of the tab or worker that sent it. */
  sender: string
}

type OperationFacts = {
  /** Order on this device, assigned by the store. Not an identity: recovery assigns it again. */
  seq: number
  opId: string
  /** Rises only after a definite refusal. With `opId` it makes the idempotency key. */
  revision: number
  format: number
  /** The agent's id as text. The operation is sent only in this agent's session. */
  owner: string
  entity: EntityName
  key: LocalKey
  kind: OperationKind
  /** The fields to send: all of a create, the changed ones of an update, none of a delete. References are in `references`. */
  changes: Fields
  references: Record<string, Reference>
  files: Record<string, AttachedFile>
  /** What the row shows until the server's copy arrives, such as a listing's nested property; never sent. */
  shown: Fields
  /** The values that the changed fields replace, as the agent saw them, for the three-way merge; of a delete, the whole record. */
  base: Fields
  /** The record's version when the edit was made; null on a plain server and for creates. */
  baseVersion: string | null
  state: OperationState
  attempts: number
  attempt: Attempt | null
  firstAttemptAt: number | null
  /** Not sent before this time, epoch milliseconds. */
  nextAt: number
  /**
   * Counts merges after a 412, and new idempotency keys after a copy of this device, such as a restored phone, sent other bytes under the
   * old key. After five, the agent decides (fault G21).
   */
  mergeRounds: number
  madeAt: number
  refusal: Refusal | null
  conflict: Conflict | null
  /** True for a create that recovery sends again; another device may have sent it already. */
  isRestored?: boolean
}

export type Operation = OperationFacts & {
  /** Of a deletion: operations that it made pointless, also of child records. They return to the outbox if the deletion is discarded. */
  foldedAway?: OperationFacts[]
  /** Of a deletion: the child records that it removes, as the agent saw them (fault G24). Missing in old operations. */
  below?: ChildRecords
}

export type NewOperation = Omit<Operation, 'seq'>

/** How long journal entries are stored, in milliseconds; the server stores idempotency keys for longer. */
export const journalMs = journalDays * 24 * 3_600_000

/** `side`: whose value it was in the conflict; or `replaced`: the value that the agent replaced by putting a discarded value back. */
export type DiscardedValue = { field: string; value: Json; side: 'mine' | 'theirs' | 'replaced' }

export type JournalEntry = Pick<
  OperationFacts,
  'opId' | 'revision' | 'entity' | 'key' | 'kind' | 'changes' | 'references' | 'files' | 'madeAt'
> & {
  settledAt: number
  /** `merged`: sent after a merge. `adopted`: found on the server after a lost answer. `decided`: the discarded values of a resolved conflict. */
  note: 'sent' | 'merged' | 'discarded' | 'adopted' | 'nothing-to-send' | 'decided'
  title: string
  /** What the changed fields replaced, to send the operation again; of a deletion, the whole record. Missing in old entries. */
  base?: Fields
  /** The version that the server assigned to the write. Null if it assigned none; missing in old entries, and if the answer was lost. */
  version?: number | null | undefined
  /** True if the server has certainly stored the idempotency key, even if its answer had no version. */
  hasTrace?: boolean
  /** Milliseconds from a create's first try to its confirmation; only if it was tried more than once. */
  triedForMs?: number
  /** The record's `client_key` and `created_at`: they distinguish it from another record that gets the same id. */
  identity?: Fields
  setAside?: DiscardedValue[]
}

export function idempotencyKey(operation: Pick<Operation, 'opId' | 'revision'>): string {
  return `${operation.opId}:${operation.revision}`
}

export function opIdIn(key: string): string {
  return key.replace(/:\d+$/, '')
}

export function blobKeysOf({ files }: Pick<Operation, 'files'>): string[] {
  return Object.values(files).map(({ blobKey }) => blobKey)
}

export function isJsonEqual(one: Json | undefined, other: Json | undefined): boolean {
  return canonical(one) === canonical(other)
}

/** Returns JSON with sorted names, so that equal values have equal text. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const names = Object.keys(value).sort()
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** How long the bytes of confirmed photos are stored, if there is room: a restored server may need them again (fault C19). */
export const photosKeptMs = 7 * 24 * 3_600_000
