import type { newDoorCardSchema } from '#core/contract/door-card.ts'
import type * as v from 'valibot'
import { firstHomeToShow } from './demo-visits.ts'

type DemoDoor = {
  /** Index in a list of the agent's listings, then the homes to show. */
  listing: number
  /** Index in the demo's clients; null if the seller is not a client. */
  seller: number | null
  card: Omit<v.InferInput<typeof newDoorCardSchema>, 'property' | 'client'>
}

export const demoDoors: readonly DemoDoor[] = [
  {
    listing: 1,
    seller: 2,
    card: {
      occupancy: 'owner',
      lockbox_kind: 'Dial box on the porch rail',
      lockbox_code: '4719',
      alarm_code: '2580',
      key_location: 'In the lockbox',
      instructions: 'Ring first. Shoes off. The alarm is behind the front door.',
      pets: 'A shy cat; keep the doors shut',
      parking: 'In the driveway',
      notify_seller: true,
    },
  },
  {
    listing: 3,
    seller: null,
    card: {
      occupancy: 'vacant',
      lockbox_kind: 'Bluetooth box at the gas meter',
      gate_code: '#0317',
      key_location: 'In the lockbox; the small key is for the garage',
      instructions: 'Turn the lights off in the basement.',
    },
  },
  {
    listing: 5,
    seller: 11,
    card: {
      occupancy: 'owner',
      lockbox_kind: 'Dial box at the side gate',
      lockbox_code: '6042',
      gate_code: '9915',
      alarm_code: '3371',
      instructions: 'The alarm is in the hall closet.',
      pets: 'Two dogs, in the yard by day',
      notify_seller: true,
    },
  },
  {
    listing: 6,
    seller: 5,
    card: {
      occupancy: 'tenant',
      key_location: 'At the office, hook 12',
      instructions: '24 hours notice to the tenants.',
      pets: 'A large dog, friendly',
      parking: 'On the street; the driveway is shared',
      notify_seller: true,
    },
  },
  {
    listing: firstHomeToShow,
    seller: null,
    card: {
      occupancy: 'owner',
      lockbox_kind: 'Combination box at the side door',
      lockbox_code: '8830',
      alarm_code: '1466',
      instructions: 'Text the listing agent when you leave.',
      parking: 'Across the street',
    },
  },
  {
    listing: firstHomeToShow + 2,
    seller: null,
    card: { occupancy: 'vacant', key_location: 'At the office of the broker', parking: 'Behind the house' },
  },
]
