import type { Verdict } from './answers.ts'
import { idOfKey } from './keys.ts'
import type { Operation } from './operation.ts'
import { findCreated } from './plain-server.ts'
import { type ReadRecord, readRecord } from './read-record.ts'
import { ownRefusal } from './refusals.ts'
import { isMainPhotoCall, recordPath } from './rest-calls.ts'
import { isDue, nextAttemptAt } from './retry.ts'
import type { Course, Sending } from './sending.ts'
import { courseAfter, createSettlesAfterMs, pauseFact, putRefused } from './settle.ts'
import { nothingLeft, settleSuccess } from './settle-success.ts'

/** A create that a server without keys may have: it is never sent again blindly. */
export function isUnsettledCreate(sending: Sending, operation: Operation): boolean {
  return (
    operation.kind === 'create' &&
    operation.attempt !== null &&
    !sending.abilities.keys &&
    !isMainPhotoCall(operation, sending.abilities)
  )
}

/** Rule K3: wait, look, compare; one match is adopted, none is sent again, several are for the agent to decide. */
export async function settleUnknownCreate(sending: Sending, operation: Operation): Promise<Course | 'resend'> {
  const { clock } = sending.ports
  const now = clock.now()
  const from = (operation.attempt?.startedAt ?? now) + createSettlesAfterMs
  if (!isDue(Math.max(from, operation.nextAt), now)) {
    await changeIfSame(sending, operation, { ...operation, state: 'unknown', nextAt: Math.max(from, operation.nextAt) })
    return 'go-on'
  }
  const search = await findCreated(sending, operation)
  switch (search.kind) {
    case 'found':
      return settleSuccess(sending, operation, { ...nothingLeft, record: search.record }, 'adopted')
    case 'absent':
      await changeIfSame(sending, operation, { ...operation, state: 'queued', attempt: null })
      return 'resend'
    case 'unclear': {
      // The attempt stays on it: it may exist, so it is never sent again without the agent's word.
      const message = 'The answer was lost, and the server may have it already. Please look before sending it again.'
      const refusal = ownRefusal('may_exist', message, now)
      await changeIfSame(sending, operation, { ...operation, state: 'attention', refusal })
      return 'go-on'
    }
    case 'failed':
      return postpone(sending, operation, search.verdict)
  }
}

/** On a server without versions each update and delete reads its record first (rules K4, K5, K6). */
export async function readFresh(sending: Sending, operation: Operation): Promise<ReadRecord | null> {
  const { abilities, ports } = sending
  if (abilities.versions || operation.kind === 'create' || isMainPhotoCall(operation, abilities)) return null
  const references = await referenceIds(sending, operation)
  const id = await ports.replica.transact('read', (store) => idOfKey(store, operation.entity, operation.key))
  const path = id === null ? null : recordPath(operation.entity, references, id)
  if (id === null || path === null) return null
  return readRecord(sending, path, id)
}

async function referenceIds({ ports }: Sending, operation: Operation): Promise<Record<string, number>> {
  return ports.replica.transact('read', async (store) => {
    const ids: Record<string, number> = {}
    for (const [field, { entity, key }] of Object.entries(operation.references)) {
      const id = await idOfKey(store, entity, key)
      if (id !== null) ids[field] = id
    }
    return ids
  })
}

/** The reading before the writing failed, so the operation itself was not tried; it keeps its place and waits. */
export async function postpone(sending: Sending, operation: Operation, verdict: Verdict): Promise<Course> {
  const { clock, random, replica } = sending.ports
  const now = clock.now()
  if (verdict.kind === 'success') return 'go-on'
  if (verdict.kind === 'paused') await replica.transact('write', (store) => store.putFact(pauseFact, verdict.until))
  else if (verdict.kind === 'refused') {
    await replica.transact('write', async (store) => {
      if (await isSame(store.operation(operation.seq), operation)) await putRefused(store, operation, verdict.refusal)
    })
  } else if (verdict.kind !== 'needs-login' && verdict.kind !== 'wrong-agent') {
    const failures = { failures: operation.attempts + 1, firstAttemptAt: operation.firstAttemptAt, now }
    await changeIfSame(sending, operation, {
      ...operation,
      state: operation.attempt === null ? 'waiting' : 'unknown',
      attempts: operation.attempts + 1,
      firstAttemptAt: operation.firstAttemptAt ?? now,
      nextAt: nextAttemptAt(failures, random),
    })
  }
  return courseAfter(verdict)
}

async function changeIfSame({ ports }: Sending, operation: Operation, changed: Operation): Promise<void> {
  await ports.replica.transact('write', async (store) => {
    if (await isSame(store.operation(operation.seq), operation)) await store.putOperation(changed)
  })
}

/** Nobody has changed it since it was read. */
async function isSame(stored: Promise<Operation | undefined>, operation: Operation): Promise<boolean> {
  const current = await stored
  return (
    current !== undefined &&
    current.revision === operation.revision &&
    current.attempts === operation.attempts &&
    current.state === operation.state
  )
}
