import type { Success } from '#core/sync/requests/answers.ts'
import type { Course } from './sending.ts'
import type { Setback } from './settle.ts'

/** Whether sending goes on after it. */
export function courseAfter(verdict: Success | Setback): Course {
  switch (verdict.kind) {
    case 'unknown':
      return verdict.why === 'aborted' ? 'stopped' : 'doubt'
    case 'not-sent':
      return 'doubt'
    case 'paused':
    case 'needs-login':
    case 'wrong-agent':
    case 'history-changed':
      return verdict.kind
    default:
      return 'go-on'
  }
}
