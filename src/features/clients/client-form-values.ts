import type { NewClient } from '#core/contract/client.ts'
import type { Fields } from '#core/contract/json.ts'
import type { ClientRow } from '#storage/rows.ts'

/** A client as its form holds it: every field a text. */
export type ClientFormValues = Record<keyof NewClient, string>

export const clientLabels: Record<keyof NewClient, string> = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  phone_number: 'Phone Number',
  category: 'Category',
  notes: 'Notes',
}

export const emptyClient: ClientFormValues = {
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  category: 'Buyer',
  notes: '',
}

/** What the form shows of a record; another server may have left fields out. */
export function clientToForm(client: ClientRow): ClientFormValues {
  return {
    first_name: client.first_name ?? '',
    last_name: client.last_name ?? '',
    email: client.email ?? '',
    phone_number: client.phone_number ?? '',
    category: client.category ?? 'Buyer',
    notes: client.notes ?? '',
  }
}

/** The fields whose text the agent changed, as they are to be stored. */
export function changedFields(opened: ClientFormValues, parsed: NewClient): Fields {
  const names = Object.keys(clientLabels) as (keyof NewClient)[]
  const changed = names.filter((name) => parsed[name] !== opened[name].trim())
  return Object.fromEntries(changed.map((name) => [name, parsed[name]]))
}
