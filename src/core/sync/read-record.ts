import { type Verdict, fieldsOf, judge, versionFromTag } from './answers.ts'
import { versionOf } from './compose-row.ts'
import type { Fields } from './json.ts'
import { serverIdOf } from './keys.ts'
import { type Sending, readAsAgent } from './sending.ts'

export type ReadRecord =
  | { kind: 'record'; record: Fields; version: string | null }
  | { kind: 'gone' }
  | { kind: 'failed'; verdict: Verdict }

/** One record as it stands on the server now. */
export async function readRecord(sending: Sending, path: string, id: number): Promise<ReadRecord> {
  const { clock, random } = sending.ports
  const answer = await readAsAgent(sending, path)
  if (answer.kind === 'answered' && answer.status === 200 && answer.bodyKind === 'json') {
    const record = fieldsOf(answer.body)
    if (record !== null && serverIdOf(record['id']) === id) {
      return { kind: 'record', record, version: versionFromTag(answer.headers['etag']) ?? versionOf(record) }
    }
  }
  const verdict = judge(answer, { kind: 'update', id, opId: '', now: clock.now(), random })
  if (verdict.kind === 'gone') return { kind: 'gone' }
  // What would be a success is none for a reading, when it got this far.
  const failed: Verdict = verdict.kind === 'success' ? { kind: 'unknown', status: null, why: 'wrong-shape' } : verdict
  return { kind: 'failed', verdict: failed }
}
