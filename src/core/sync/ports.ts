import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import type { AttachedFile, JournalEntry, LocalKey, NewOperation, Operation, OperationState } from './operation.ts'

/** What the sync core needs from the machine it runs on. Page, worker, tests and simulations each bring their own. */
export type SyncPorts = {
  replica: Replica
  server: RemoteServer
  senderLock: SenderLock
  clock: Clock
  ids: Ids
  random: () => number
  /** What the link costs, for photos that wait for another; left out where nothing is known of it (fault I11). */
  link?: () => Link
  /** "What happened at which millisecond"; names and ids only, never a field's value. */
  log: (event: string, facts?: Record<string, string | number | boolean | null>) => void
}

export type Clock = {
  /** Epoch milliseconds; information, never order. */
  now: () => number
  /** Resolves after `ms`, or at once when `signal` aborts. */
  sleep: (ms: number, signal?: AbortSignalLike) => Promise<void>
}

/** `metered`: paid by the megabyte, or the agent saves data; `untold`: the browser does not say. */
export type Link = 'metered' | 'free' | 'untold'

export type Ids = { uuid: () => string }

/** The part of AbortSignal that the core reads; `core` has no platform types. */
export type AbortSignalLike = {
  readonly aborted: boolean
  addEventListener: (type: 'abort', listener: () => void, options?: { once?: boolean }) => void
  removeEventListener: (type: 'abort', listener: () => void) => void
}

// ── The device's store ─────────────────────────────────────────────────────

/** What the screen reads: the server's copy with the waiting operations applied. */
export type Row = Fields & {
  key: LocalKey
  /** The server's id once it is known. */
  id?: number
}

/**
 * The last server copy of a row, as a row without its `key`, kept only while the row has waiting operations. `record` is
 * null while the server has none yet; `gone` marks the last copy of a record that was deleted there.
 */
export type Base = { entity: EntityName; key: LocalKey; record: Fields | null; version: string | null; gone?: boolean }

export type IdMapping = { entity: EntityName; key: LocalKey; id: number }

/**
 * The local store behind the core. `transact` is all or nothing; a `write` is durable when it resolves (fault A4), a
 * `refresh` may still be on its way to the disk, for pulled pages that can be fetched again; it becomes durable by
 * itself when it touches operations or bases. `work` may await nothing but the transaction's own calls (fault A5) and
 * may run twice when the store had to be reopened (fault A8).
 */
export type Replica = {
  /** The agent whose data this is. */
  owner: string
  transact: <Result>(
    mode: 'read' | 'write' | 'refresh',
    work: (store: ReplicaTransaction) => Promise<Result>,
  ) => Promise<Result>
  /** The bytes of an attached file; null when they are gone or damaged. */
  readFile: (file: AttachedFile) => Promise<Uint8Array | null>
}

export type ReplicaTransaction = {
  row: (entity: EntityName, key: LocalKey) => Promise<Row | undefined>
  rows: (entity: EntityName, keys: LocalKey[]) => Promise<(Row | undefined)[]>
  rowKeys: (entity: EntityName) => Promise<LocalKey[]>
  /** Rows whose `<field>_key` is `key`. */
  rowsReferringTo: (entity: EntityName, field: string, key: LocalKey) => Promise<Row[]>
  putRows: (entity: EntityName, rows: Row[]) => Promise<void>
  deleteRows: (entity: EntityName, keys: LocalKey[]) => Promise<void>

  base: (entity: EntityName, key: LocalKey) => Promise<Base | undefined>
  putBase: (base: Base) => Promise<void>
  deleteBase: (entity: EntityName, key: LocalKey) => Promise<void>

  operation: (seq: number) => Promise<Operation | undefined>
  operationByOpId: (opId: string) => Promise<Operation | undefined>
  /** The operations of one record, in order. */
  chain: (entity: EntityName, key: LocalKey) => Promise<Operation[]>
  /** The operations after `afterSeq`, in order, at most `limit` (fault A20). */
  operations: (afterSeq: number, limit: number) => Promise<Operation[]>
  /** All operations in one state, in order. */
  operationsInState: (state: OperationState) => Promise<Operation[]>
  operationCount: () => Promise<number>
  /** Keys of the entity's rows that have operations. */
  keysWithOperations: (entity: EntityName) => Promise<Set<LocalKey>>
  /** Resolves to its `seq`, higher than any before. Rejects a second operation with the same `opId` (fault A15). */
  addOperation: (operation: NewOperation) => Promise<number>
  putOperation: (operation: Operation) => Promise<void>
  deleteOperations: (seqs: number[]) => Promise<void>
  /**
   * Moves stored operations that `readStoredOperation` (upgrade-operation.ts) finds unreadable, raw, to the attention
   * table, and resolves to how many (fault A11). Every other call leaves such entries out.
   */
  quarantineUnreadable: (at: number) => Promise<number>

  aliasOfKey: (entity: EntityName, key: LocalKey) => Promise<IdMapping | undefined>
  aliasOfId: (entity: EntityName, id: number) => Promise<IdMapping | undefined>
  aliases: (entity: EntityName) => Promise<IdMapping[]>
  putAlias: (alias: IdMapping) => Promise<void>

  /** Small named facts: cursors, the server verdict, the sender's stamp, pauses. */
  fact: <Value extends Json>(name: string) => Promise<Value | undefined>
  putFact: (name: string, value: Json) => Promise<void>

  /** Deletes the bytes of files once the transaction is complete. */
  deleteFiles: (blobKeys: string[]) => Promise<void>

  addToJournal: (entry: JournalEntry) => Promise<void>
  journalSince: (settledAt: number) => Promise<JournalEntry[]>
  /** Of what was settled before, all but what the server wrote at a later version. */
  deleteJournalBefore: (settledAt: number, version: number) => Promise<void>
}

// ── The server ─────────────────────────────────────────────────────────────

export type Answer =
  | {
      kind: 'answered'
      status: number
      /** Lower-case names. */
      headers: Record<string, string>
      /** Parsed only when the body was whole JSON. */
      body: Json | undefined
      bodyKind: 'json' | 'empty' | 'other' | 'cut-off'
      /** The versions that the request showed. */
      shown?: readonly number[]
    }
  | {
      kind: 'unanswered'
      cause: 'offline' | 'timeout' | 'aborted'
      /** False only when it certainly never left. */ mayHaveArrived: boolean
    }

export type Request = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below `/api/`, with its trailing slash and query. */
  path: string
  encoding: 'json' | 'multipart' | 'none'
  fields: Fields
  files: Record<string, { file: AttachedFile; bytes: Uint8Array }>
  /** `Idempotency-Key`, `If-Match`, `X-Agent-Id` … */
  headers: Record<string, string>
  timeoutMs: number
}

export type RemoteServer = {
  send: (request: Request, signal?: AbortSignalLike) => Promise<Answer>
  /** Asks for a new anti-forgery token after a 403 `csrf_failed`. */
  renewAntiForgery: () => Promise<void>
}

// ── One sender at a time ───────────────────────────────────────────────────

export type SenderLock = {
  /**
   * Runs `work` while holding the exclusive right to send for this agent and server. Resolves to 'busy' without
   * running it when another context holds the right, unless `steal` says to take it from a silent holder.
   */
  hold: (work: (lost: AbortSignalLike) => Promise<void>, options: { steal: boolean }) => Promise<'done' | 'busy'>
}
