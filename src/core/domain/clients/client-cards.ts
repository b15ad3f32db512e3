import { clientLabels, type NewClient } from '#core/contract/client.ts'
import { escapeValue, foldLine } from '#core/domain/text/content-lines.ts'
import { csvFile } from '#core/domain/text/csv.ts'

/** The fields of a client that are exported. A plain server may not send all of them. */
type ExportedClient = Pick<NewClient, 'first_name' | 'last_name' | 'email' | 'category'> & Partial<NewClient>

export function clientsAsCsv(clients: readonly ExportedClient[]): string {
  const fields = Object.keys(clientLabels) as (keyof NewClient)[]
  const rows = clients.map((client) => fields.map((field) => client[field] ?? ''))
  return csvFile([Object.values(clientLabels), ...rows])
}

/** Returns the clients as a vCard 3.0 file (RFC 2426), which all phones and mail programs read. */
export function clientsAsVCards(clients: readonly ExportedClient[]): string {
  const lines = clients.flatMap((client) => {
    const fields = Object.values(linesOf).flatMap((linesIn) => linesIn(client))
    return ['BEGIN:VCARD', 'VERSION:3.0', ...fields, 'END:VCARD']
  })
  return lines.map((text) => `${foldLine(text)}\r\n`).join('')
}

const linesOf: Record<keyof NewClient, (client: ExportedClient) => string[]> = {
  first_name: nameLines,
  // `nameLines` includes the last name.
  last_name: () => [],
  email: ({ email }) => line('EMAIL;TYPE=INTERNET', email),
  phone_number: ({ phone_number }) => line('TEL;TYPE=VOICE', phone_number),
  category: ({ category }) => [`CATEGORIES:${escapeValue(category)}`],
  notes: ({ notes }) => line('NOTE', notes),
}

function nameLines({ first_name, last_name, email }: ExportedClient): string[] {
  const name = [first_name, last_name].filter((part) => part !== '').join(' ')
  return [`N:${escapeValue(last_name)};${escapeValue(first_name)};;;`, `FN:${escapeValue(name || email)}`]
}

function line(name: string, text = ''): string[] {
  return text === '' ? [] : [`${name}:${escapeValue(text)}`]
}
