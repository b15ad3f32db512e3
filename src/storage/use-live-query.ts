import { liveQuery } from 'dexie'
import { useLayoutEffect, useState } from 'react'
import { beginRead } from './first-reads.ts'

/**
 * Reads the device's database, and reads again when what was read has changed, in this tab or another; `undefined` until the
 * first answer is there. What was read for other dependencies stays until theirs is.
 */
export function useLiveQuery<Answer>(
  read: () => Promise<Answer> | Answer,
  dependencies: unknown[],
): Answer | undefined {
  const [state, setState] = useState<{ answer: Answer } | { failure: unknown }>()
  const isRead = state !== undefined
  useLayoutEffect(() => (isRead ? undefined : beginRead()), [isRead])
  useLayoutEffect(() => {
    const subscription = liveQuery(read).subscribe({
      next: (answer) =>
        setState((before) => (before && 'answer' in before && before.answer === answer ? before : { answer })),
      error: (failure: unknown) => setState({ failure }),
    })
    return () => subscription.unsubscribe()
    // oxlint-disable-next-line react/exhaustive-deps -- the caller says what the read depends on
  }, dependencies)
  if (state === undefined) return undefined
  if ('failure' in state) throw state.failure
  return state.answer
}
