import { useMemo } from 'react'
import { type People, indexClients, byNameFirst, matchesClientSearch } from '#core/domain/clients/client-rules.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { useLiveQuery } from './use-live-query.ts'

/** Returns the agent's clients, indexed to find a record's client by its email or phone number; `undefined` while loading. */
export function usePeople(): People<ClientRow> | undefined {
  const { database } = useDevice()
  const clients = useLiveQuery(() => database.clients.toArray(), [database])
  return useMemo(() => clients && indexClients(clients), [clients])
}

const maxSuggestions = 6

/** Returns clients whose name, email or phone number contains the typed text; names that start with it come first. */
export function useClientSuggestions(typedText: string): ClientRow[] {
  const { database } = useDevice()
  const words = typedText.trim()
  const found = useLiveQuery(async () => {
    if (words.length < 2) return []
    const clients = await database.clients.toArray()
    return clients
      .filter((client) => matchesClientSearch(client, words))
      .toSorted(byNameFirst(words))
      .slice(0, maxSuggestions)
  }, [database, words])
  return found ?? []
}
