import { useMemo } from 'react'
import { type People, peopleAmong } from '#core/domain/clients/client-rules.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { useLiveQuery } from './use-live-query.ts'

/** The agent's clients by what records say of them; `undefined` until they are read. */
export function usePeople(): People<ClientRow> | undefined {
  const { database } = useDevice()
  const clients = useLiveQuery(() => database.clients.toArray(), [database])
  return useMemo(() => clients && peopleAmong(clients), [clients])
}
