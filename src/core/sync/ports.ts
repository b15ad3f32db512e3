import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import type { AttachedFile, JournalEntry, LocalKey, NewOperation, Operation, OperationState } from './operation.ts'

/** What the sync core needs from its platform: a page, the service worker, a test or a simulation. */
export type SyncPorts = {
  replica: Replica
  server: RemoteServer
  senderLock: SenderLock
  clock: Clock
  ids: Ids
  random: () => number
  /** The cost of the connection, which may hold photos back; missing if the platform does not report it (fault I11). */
  connectionCost?: () => ConnectionCost
  /** `details` may contain names and ids, never a field's value. */
  log: (event: string, details?: Record<string, string | number | boolean | null>) => void
}

export type Clock = {
  /** Epoch milliseconds. Never decides the order of operations: a device's clock may be wrong. */
  now: () => number
  /** Resolves after `ms`, or at once when `signal` aborts. */
  sleep: (ms: number, signal?: AbortSignalLike) => Promise<void>
}

/** `metered`: paid by volume, or the agent has chosen to save data. `untold`: the browser does not report it. */
export type ConnectionCost = 'metered' | 'free' | 'untold'

export type Ids = { uuid: () => string }

/** The part of AbortSignal that the core uses; `core` has no platform types. */
export type AbortSignalLike = {
  readonly aborted: boolean
  addEventListener: (type: 'abort', listener: () => void, options?: { once?: boolean }) => void
  removeEventListener: (type: 'abort', listener: () => void) => void
}

export type Row = Fields & {
  key: LocalKey
  id?: number
}

/** Stored only while operations wait. `record`: null while the server has none. `gone`: the server deleted the record; `record` is its last copy. */
export type Base = { entity: EntityName; key: LocalKey; record: Fields | null; version: string | null; gone?: boolean }

export type IdMapping = { entity: EntityName; key: LocalKey; id: number }

/**
 * The device's store. `transact` is atomic. A `write` is durable when it resolves (fault A4). A `refresh`, for pulled records, may be lost
 * after it resolves, unless it changes operations or bases. `work` must await only calls of its transaction (fault A5), and may run twice
 * if the store was reopened (fault A8).
 */
export type Replica = {
  /** The id, as text, of the agent whose data it has. */
  owner: string
  transact: <Result>(
    mode: 'read' | 'write' | 'refresh',
    work: (tx: ReplicaTransaction) => Promise<Result>,
  ) => Promise<Result>
  /** Null when the bytes are missing or damaged. */
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
  recordQueue: (entity: EntityName, key: LocalKey) => Promise<Operation[]>
  /** In the order in which they were saved, at most `limit` (fault A20). */
  operations: (afterSeq: number, limit: number) => Promise<Operation[]>
  operationsInState: (state: OperationState) => Promise<Operation[]>
  operationCount: () => Promise<number>
  keysWithOperations: (entity: EntityName) => Promise<Set<LocalKey>>
  /** Resolves to its `seq`, higher than any before. Rejects an `opId` that exists (fault A15). */
  addOperation: (operation: NewOperation) => Promise<number>
  putOperation: (operation: Operation) => Promise<void>
  deleteOperations: (seqs: number[]) => Promise<void>
  /** Moves unreadable operations, unchanged, to a table of their own, and resolves to their number (fault A11). All other calls omit them. */
  quarantineUnreadable: (at: number) => Promise<number>

  mappingOfKey: (entity: EntityName, key: LocalKey) => Promise<IdMapping | undefined>
  mappingOfId: (entity: EntityName, id: number) => Promise<IdMapping | undefined>
  mappings: (entity: EntityName) => Promise<IdMapping[]>
  putMapping: (mapping: IdMapping) => Promise<void>

  meta: <Value extends Json>(name: string) => Promise<Value | undefined>
  setMeta: (name: string, value: Json) => Promise<void>

  deleteFiles: (blobKeys: string[]) => Promise<void>

  addToJournal: (entry: JournalEntry) => Promise<void>
  journalSince: (settledAt: number) => Promise<JournalEntry[]>
  /** Deletes entries settled before `settledAt`, except those that the server stored with a version above `version`. */
  deleteJournalBefore: (settledAt: number, version: number) => Promise<void>
}

export type Answer =
  | {
      kind: 'answered'
      status: number
      headers: Record<string, string>
      /** Undefined unless the body was complete JSON. */
      body: Json | undefined
      bodyKind: 'json' | 'empty' | 'other' | 'cut-off'
      /** The versions that the request sent to show which history the device has (`newest-version.ts`). */
      sentVersions?: readonly number[]
    }
  | {
      kind: 'unanswered'
      cause: 'offline' | 'timeout' | 'aborted'
      /** False only if the request certainly never left the device. */
      mayHaveArrived: boolean
    }

export type Request = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below `/api/`, with its trailing slash and query. */
  path: string
  encoding: 'json' | 'multipart' | 'none'
  fields: Fields
  files: Record<string, { file: AttachedFile; bytes: Uint8Array }>
  headers: Record<string, string>
  timeoutMs: number
}

export type RemoteServer = {
  send: (request: Request, signal?: AbortSignalLike) => Promise<Answer>
  /** Gets a new anti-forgery token after a 403 `csrf_failed`. */
  renewAntiForgery: () => Promise<void>
}

export type SenderLock = {
  /**
   * Runs `work` with the exclusive right to send for this agent and server. Resolves to 'busy' if another tab or worker has it; `steal`
   * takes the right from a holder that has stopped responding. `lost` aborts when another context takes it.
   */
  hold: (work: (lost: AbortSignalLike) => Promise<void>, options: { steal: boolean }) => Promise<'done' | 'busy'>
}
