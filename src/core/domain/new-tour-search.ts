/** What the address of *Create Tour* says: the client, by id or key, whom the tour is for. */
export function readNewTourSearch({ client }: Record<string, unknown>): { client?: string } {
  if (typeof client === 'number') return { client: String(client) }
  return typeof client === 'string' && client !== '' ? { client } : {}
}
