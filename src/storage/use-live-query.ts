import { useObservable } from 'dexie-react-hooks'
import { useLayoutEffect } from 'react'
import { beginFirstRead } from './first-reads.ts'
import { liveQuery } from './live-query.ts'

const unread = Symbol()

/**
 * Reads the device's database and reads again when what it read has changed, in this tab or another; `undefined` until the
 * first answer is there, which the page waits for.
 */
export function useLiveQuery<Answer>(
  read: () => Promise<Answer> | Answer,
  dependencies: unknown[],
): Answer | undefined {
  const answer = useObservable<Answer, typeof unread>(() => liveQuery(read), dependencies, unread)
  const isRead = answer !== unread
  useLayoutEffect(() => (isRead ? undefined : beginFirstRead()), [isRead])
  return isRead ? answer : undefined
}
