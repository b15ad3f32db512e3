import { clientName } from '#core/domain/clients/client-rules.ts'
import type { ClientRow } from '#storage/database/rows.ts'

/** Whom a record is with: the client's name where the client is known, else the email that the record has. */
export function nameOrAddress(client: ClientRow | undefined, { client_email }: { client_email: string }): string {
  return client === undefined ? client_email : clientName(client)
}
