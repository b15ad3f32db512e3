import { type Observable, liveQuery as dexieLiveQuery } from 'dexie'
import { counted } from './running-queries.ts'

/**
 * Reads again when what was read has changed, in this tab or another. Dexie sees all that a query reads only where the query
 * itself is an async function; of one that just gives back a promise it may miss what is read after its first awaits.
 */
export function liveQuery<Value>(read: () => Value | Promise<Value>): Observable<Value> {
  return dexieLiveQuery(async () => counted(read))
}
