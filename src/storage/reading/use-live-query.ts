import { useObservable } from 'dexie-react-hooks'
import { liveQuery } from './live-query.ts'

/** Reads the device's database and reads again when what it read has changed, in this tab or another; `undefined` until then. */
export function useLiveQuery<Answer>(
  read: () => Promise<Answer> | Answer,
  dependencies: unknown[],
): Answer | undefined {
  return useObservable<Answer>(() => liveQuery(read), dependencies)
}
