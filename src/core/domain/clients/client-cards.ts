import type { NewClient } from '#core/contract/client.ts'
import { escaped, folded } from '#core/domain/text/content-lines.ts'
import { csvFile } from '#core/domain/text/csv.ts'

/** A plain server may not say everything. */
type ClientOnCard = Pick<NewClient, 'first_name' | 'last_name' | 'email' | 'category'> & Partial<NewClient>

/** Clients as a table, under the names that the forms give their fields. */
export function clientsAsTable(clients: readonly ClientOnCard[]): string {
  const heads = ['First Name', 'Last Name', 'Email', 'Phone Number', 'Category', 'Notes']
  const rows = clients.map(({ first_name, last_name, email, phone_number = '', category, notes = '' }) => [
    first_name,
    last_name,
    email,
    phone_number,
    category,
    notes,
  ])
  return csvFile([heads, ...rows])
}

/** Clients for an address book: vCard 3.0 (RFC 2426), which phones and mail programs all read. */
export function clientsAsCards(clients: readonly ClientOnCard[]): string {
  return clients
    .flatMap(cardLines)
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

function cardLines({ first_name, last_name, email, phone_number = '', category, notes = '' }: ClientOnCard): string[] {
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(last_name)};${escaped(first_name)};;;`,
    `FN:${escaped([first_name, last_name].filter((name) => name !== '').join(' ') || email)}`,
    ...(email === '' ? [] : [`EMAIL;TYPE=INTERNET:${escaped(email)}`]),
    ...(phone_number === '' ? [] : [`TEL;TYPE=VOICE:${escaped(phone_number)}`]),
    `CATEGORIES:${escaped(category)}`,
    ...(notes === '' ? [] : [`NOTE:${escaped(notes)}`]),
    'END:VCARD',
  ]
}
