import * as v from 'valibot'
import { type BatchAnswer, batchAnswersSchema } from '#core/contract/sync-batch.ts'
import type { Verdict } from './answers.ts'
import { judge } from './answers.ts'
import type { Json } from './json.ts'
import type { Answer } from './ports.ts'

export type BatchVerdict =
  /** Answers of their own, by key; what is missing has none (fault C23). */
  | { kind: 'answered'; byKey: ReadonlyMap<string, Answer> }
  /** Nothing was done, and the same operations may go one by one. */
  | { kind: 'refused'; status: number }
  | { kind: 'anti-forgery' }
  /** The same for each of them. */
  | { kind: 'alike'; verdict: Exclude<Verdict, { kind: 'success' }> }

/** What the answer to a whole batch means. */
export function judgeBatch(answer: Answer, { now, random }: { now: number; random: () => number }): BatchVerdict {
  if (answer.kind === 'answered' && answer.status === 200 && answer.bodyKind === 'json') {
    const parsed = v.safeParse(batchAnswersSchema, answer.body)
    if (parsed.success) return { kind: 'answered', byKey: answersByKey(parsed.output.answers) }
  }
  const verdict = judge(answer, { kind: 'create', id: null, opId: '', now, random })
  switch (verdict.kind) {
    case 'success':
      return { kind: 'alike', verdict: { kind: 'unknown', status: 200, why: 'wrong-shape' } }
    case 'anti-forgery':
      return { kind: 'anti-forgery' }
    case 'unknown':
      // One of them may be what does not pass.
      if (verdict.why === 'page') return { kind: 'refused', status: verdict.status ?? 0 }
      return { kind: 'alike', verdict }
    case 'not-sent':
    case 'paused':
    case 'needs-login':
    case 'wrong-agent':
    case 'history-changed':
      return { kind: 'alike', verdict }
    default:
      return { kind: 'refused', status: answer.kind === 'answered' ? answer.status : 0 }
  }
}

function answersByKey(answers: readonly BatchAnswer[]): Map<string, Answer> {
  const byKey = new Map<string, Answer>()
  for (const { key, status, headers, body } of answers) {
    const isEmpty = body === undefined
    const bodyKind = isEmpty ? 'empty' : 'json'
    byKey.set(key, { kind: 'answered', status, headers, body: isEmpty ? undefined : (body as Json), bodyKind })
  }
  return byKey
}
