import * as v from 'valibot'
import { type NewClient, newClientSchema } from '#core/contract/client.ts'

const firstNames = [
  ['Ada', 'Bruno', 'Carmen', 'Dmitri', 'Esther', 'Farid', 'Greta', 'Hugo', 'Imani', 'Jonas'],
  ['Keiko', 'Leon', 'Marisol', 'Nils', 'Oriana', 'Pavel', 'Quinn', 'Rosa', 'Samir', 'Tess'],
].flat()

const lastNames = ['Abernathy', 'Bellweather', 'Castellan', 'Dovecote', 'Eastergate', 'Fairweather', 'Greenhalgh']

const notes = [
  'Looking for three bedrooms near a school; can move in spring.',
  'Prefers calls after 5 pm. Has a large dog, so a fenced garden matters.',
  'Pre-approved to $620,000. First house.',
  'Selling the family home; wants to stay in the neighbourhood.',
  'Works from home: needs a quiet room and good light.',
]

/** Returns fictional clients, with addresses at example.com and phone numbers 555-01xx, which are reserved for examples. */
export function demoClients(count: number): NewClient[] {
  return Array.from({ length: count }, (_, index) => {
    const first_name = firstNames[index % firstNames.length]!
    const last_name = lastNames[(index * 3) % lastNames.length]!
    return v.parse(newClientSchema, {
      first_name,
      last_name,
      email: `${first_name}.${last_name}@example.com`.toLowerCase(),
      phone_number: index % 7 === 6 ? '' : `(503) 555-0${String(100 + index)}`,
      notes: index % 4 === 0 ? notes[(index / 4) % notes.length]! : '',
      category: (['Buyer', 'Buyer', 'Seller', 'Buyer', 'Both', 'Seller'] as const)[index % 6]!,
    })
  })
}
