import * as v from 'valibot'
import { type NewClient, newClientSchema } from '#core/contract/client.ts'
import type { NewFollowUp } from '#core/contract/follow-up.ts'
import type { NewInteraction } from '#core/contract/interaction.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'

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

const interactions: readonly (readonly [daysAgo: number, kind: NewInteraction['kind'], text: string])[] = [
  [1, 'Call', 'Can see homes after 4 pm this week.'],
  [3, 'Text', 'Sent the floor plan.'],
  [8, 'Meeting', 'Coffee at the office. Would sell in spring if the next house is found.'],
  [16, 'Email', 'Asked for the disclosures of Kern Drive.'],
  [41, 'Call', ''],
]

const followUps: readonly (readonly [inDays: number, text: string])[] = [
  [-2, 'Ask what the bank said'],
  [0, 'Send the disclosures'],
  [3, 'Propose three homes'],
  [9, 'Ask about the garden wall'],
]

export function demoInteractions(
  today: string,
  clientIds: readonly number[],
): { interactions: NewInteraction[]; followUps: NewFollowUp[] } {
  return {
    interactions: clientIds.flatMap((client, index) =>
      interactions
        .filter((_, position) => (index + position) % 3 !== 0)
        .map(([daysAgo, kind, text], position) => ({
          client,
          kind,
          date: addDays(today, -daysAgo - (index % 2)),
          time: `${9 + ((index + position) % 8)}:15:00`.padStart(8, '0'),
          text,
        })),
    ),
    followUps: clientIds.slice(0, followUps.length).map((client, index) => {
      const [inDays, text] = followUps[index]!
      return { client, due_date: addDays(today, inDays), text, done: false }
    }),
  }
}
