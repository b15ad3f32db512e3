import { liveQuery } from 'dexie'
import { type DependencyList, useEffect, useState } from 'react'

/**
 * Reads the device's database, and reads again when what was read has changed, in this tab or another. `undefined` until
 * the first answer; after that a new question shows the former answer until its own is there. A failure is thrown to the
 * nearest boundary.
 */
export function useLiveQuery<Value>(query: () => Value | Promise<Value>, asked: DependencyList): Value | undefined {
  const [answer, setAnswer] = useState<{ value?: Value; error?: unknown }>({})
  useEffect(() => {
    const reading = liveQuery(query).subscribe({
      next: (value) => setAnswer({ value }),
      error: (error: unknown) => setAnswer({ error }),
    })
    return () => reading.unsubscribe()
    // oxlint-disable-next-line react/exhaustive-deps -- the caller says what the question depends on
  }, asked)
  if ('error' in answer) throw answer.error
  return answer.value
}
