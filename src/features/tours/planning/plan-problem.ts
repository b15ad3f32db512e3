import type { BaseIssue } from 'valibot'
import { withItsField } from '#ui/form/with-its-field.ts'

/** The first thing in a form that keeps its tour from being planned, in the words of its field. */
export function planProblem([issue]: readonly BaseIssue<unknown>[], labels: Record<string, string>): string | null {
  if (issue === undefined) return null
  return withItsField(labels[String(issue.path?.[0]?.key)] ?? '', issue.message)
}
