import { isSameEmail } from '#core/domain/client-rules.ts'
import { useDevice } from './device-context.tsx'
import type { ClientRow } from './rows.ts'
import { useLiveQuery } from './use-live-query.ts'

/** The client on this device who has this email; null where nobody has, `undefined` until that is known. */
export function useClientWithEmail(email: string): ClientRow | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(
    async () => (await database.clients.filter((client) => isSameEmail(client.email, email)).first()) ?? null,
    [database, email],
  )
}
