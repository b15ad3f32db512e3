import type { NewDoorCard } from '#core/contract/door-card.ts'
import { bothTexts } from '#core/sync/writing/merge.ts'

const texts = ['instructions', 'pets', 'parking'] as const
const alternatives = ['lockbox_kind', 'lockbox_code', 'gate_code', 'alarm_code', 'key_location'] as const

/**
 * Merges two door cards that an agent wrote for one home on two devices, without losing anything: texts are joined, and
 * of different codes both are stored ("4719 or 8830"), because only a person at the door can see which one works.
 * Merging the same card again changes nothing.
 */
export function withSecondCard(card: NewDoorCard, second: NewDoorCard): NewDoorCard {
  const merged = { ...card, notify_seller: card.notify_seller || second.notify_seller }
  // `bothTexts` returns nothing if the joined text is too long for a field. `door-cards.ts` then refuses the card; `move-door-card.ts` stores it.
  for (const field of texts)
    merged[field] = bothTexts('', second[field], card[field]) ?? `${card[field]}\n${second[field]}`
  for (const field of alternatives) merged[field] = either(card[field], second[field])
  return { ...merged, occupancy: second.occupancy || card.occupancy, client: second.client ?? card.client }
}

function either(one: string, other: string): string {
  const known = one.split(' or ')
  const added = other.split(' or ').filter((text) => text !== '' && !known.includes(text))
  return [...known, ...added].filter(Boolean).join(' or ')
}
