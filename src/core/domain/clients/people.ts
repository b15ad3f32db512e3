/** Another server may have left the address out. */
type Person = { key: string; id?: number | undefined; email?: string }

/** What a record says of whom it is with; see `withClient`. */
type Met = { client?: number | string | null | undefined; client_email?: string | undefined }

export type People<Client extends Person = Person> = {
  /** Who is meant: the client that the record names, else the one with its address; undefined where there is neither. */
  of: (met: Met) => Client | undefined
  all: readonly Client[]
}

/** The agent's clients, to be found by what records say of them. */
export function peopleAmong<Client extends Person>(clients: readonly Client[]): People<Client> {
  const byName = new Map<string, Client>()
  const byEmail = new Map<string, Client>()
  for (const client of clients) {
    byName.set(client.key, client)
    const email = addressOf(client.email)
    // Of two with one address the first that the agent made: the answer must not change with each look.
    if (email !== '' && !byEmail.has(email)) byEmail.set(email, client)
  }
  for (const client of clients) if (client.id !== undefined) byName.set(String(client.id), client)
  return {
    all: clients,
    of: ({ client, client_email = '' }) => {
      const named = client === null || client === undefined ? undefined : byName.get(String(client))
      return named ?? byEmail.get(addressOf(client_email))
    },
  }
}

function addressOf(email = ''): string {
  return email.trim().toLowerCase()
}
