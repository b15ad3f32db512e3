type NewTourSearch = { client?: string; from?: string }

/** What the address of *Create Tour* says, by id or key: the client whom the tour is for, or the tour that it is made from. */
export function readNewTourSearch({ client, from }: Record<string, unknown>): NewTourSearch {
  return { ...named('client', client), ...named('from', from) }
}

function named(name: keyof NewTourSearch, value: unknown): NewTourSearch {
  if (typeof value === 'number') return { [name]: String(value) }
  return typeof value === 'string' && value !== '' ? { [name]: value } : {}
}
