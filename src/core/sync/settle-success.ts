import type { Verdict } from './answers.ts'
import { confirm } from './confirm.ts'
import type { JournalEntry, Operation } from './operation.ts'
import type { Course, Sending } from './sending.ts'

export type Success = Extract<Verdict, { kind: 'success' }>

/** A success that brings no record along. */
export const nothingLeft: Success = { kind: 'success', record: null, version: null, location: null, isReplay: false }

/** A success is a fact, whoever learns of it and however late (fault B5). */
export async function settleSuccess(
  sending: Sending,
  operation: Operation,
  answer: Success,
  note: JournalEntry['note'],
): Promise<Course> {
  const { replica } = sending.ports
  const blobKeys = await replica.transact('write', async (store) => {
    const current = await store.operation(operation.seq)
    if (current === undefined || current.revision !== operation.revision) return []
    return confirm(store, sending, current, answer, note)
  })
  await replica.deleteFiles(blobKeys)
  return 'go-on'
}
