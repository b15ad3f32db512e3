import type { ClientRow } from '#storage/rows.ts'

/** What stands in links: the server's id once it is known, else the key of this device. Both work for ever. */
export function clientAddress(client: Pick<ClientRow, 'key' | 'id'>): string {
  return client.id === undefined ? client.key : String(client.id)
}
