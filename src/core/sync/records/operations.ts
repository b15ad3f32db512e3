import { referencesOf } from './references.ts'
import { type NewOperation, type Operation, operationFormat } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

type OperationParts = Pick<NewOperation, 'owner' | 'opId' | 'entity' | 'key' | 'kind' | 'madeAt'> &
  Partial<Pick<NewOperation, 'changes' | 'references' | 'files' | 'shown' | 'base' | 'baseVersion'>>

export function newOperation(parts: OperationParts): NewOperation {
  return {
    revision: 1,
    format: operationFormat,
    changes: {},
    files: {},
    shown: {},
    base: {},
    baseVersion: null,
    state: 'queued',
    attempts: 0,
    attempt: null,
    firstAttemptAt: null,
    nextAt: 0,
    mergeRounds: 0,
    refusal: null,
    conflict: null,
    ...parts,
    references: referencesOf(parts.entity, parts.changes ?? {}, parts.references ?? {}),
  }
}

/** Returns the operation as queued again under the next revision, because the server may have stored a refusal under the old key. */
export function underNewKey(operation: Operation): Operation {
  return { ...queuedAgain(operation), revision: operation.revision + 1 }
}

/** Returns the operation as if just saved. The server must not have stored its key: the content may differ from earlier attempts (faults F6, H3). */
export function queuedAgain<Some extends NewOperation>(operation: Some): Some {
  return {
    ...operation,
    state: 'queued',
    attempts: 0,
    attempt: null,
    firstAttemptAt: null,
    nextAt: 0,
    refusal: null,
    conflict: null,
  }
}

const pageSize = 200

/** The whole outbox in order, read a page at a time (fault A20). */
export async function* everyOperation(
  tx: Pick<ReplicaTransaction, 'operations'>,
  afterSeq = 0,
): AsyncGenerator<Operation> {
  for (let after = afterSeq; ;) {
    const page = await tx.operations(after, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    yield* page
    after = last.seq
  }
}
