import { isFoundBy, isSameEmail } from '#core/domain/client-rules.ts'
import { useDevice } from './device-context.tsx'
import type { ClientRow } from './rows.ts'
import { useLiveQuery } from './use-live-query.ts'

const mostSuggestions = 3

/** Clients whose name or address holds what is typed, as long as it is not somebody's whole address already. */
export function useClientSuggestions(typed: string): ClientRow[] {
  const { database } = useDevice()
  const words = typed.trim()
  const found = useLiveQuery(async () => {
    if (words.length < 2) return []
    const clients = await database.clients
      .filter((client) => isFoundBy(client, words))
      .limit(mostSuggestions)
      .toArray()
    return clients.some((client) => isSameEmail(client.email, words)) ? [] : clients
  }, [database, words])
  return found ?? []
}
