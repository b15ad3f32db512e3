import { referencesOf } from './mentions.ts'
import { type NewOperation, type Operation, operationFormat } from '#core/sync/operation.ts'

type OperationParts = Pick<NewOperation, 'owner' | 'opId' | 'entity' | 'key' | 'kind' | 'madeAt'> &
  Partial<Pick<NewOperation, 'changes' | 'references' | 'files' | 'shown' | 'base' | 'baseVersion'>>

/** An operation that was not tried yet. */
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

/** The same wish under a new key, because a definite refusal, or what a server may do with it, stays with the old one. */
export function underNewKey(operation: Operation): Operation {
  return { ...queuedAgain(operation), revision: operation.revision + 1 }
}

/** The same operation as if it had just been made: for a revised payload, after a definite refusal (fault H3). */
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
