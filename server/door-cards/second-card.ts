import type { NewDoorCard } from '#core/contract/door-card.ts'
import { bothTexts } from '#core/sync/writing/merge.ts'

const texts = ['instructions', 'pets', 'parking'] as const
const alternatives = ['lockbox_kind', 'lockbox_code', 'gate_code', 'alarm_code', 'key_location'] as const

/**
 * One card out of two that an agent wrote for the same home, on two devices. Nothing typed is lost: texts follow each other, and
 * of two codes both are there ("4719 or 8830"), because only a person at the door can see which one works. Safe to repeat.
 */
export function withSecondCard(card: NewDoorCard, second: NewDoorCard): NewDoorCard {
  const merged = { ...card, notify_seller: card.notify_seller || second.notify_seller }
  // Too long for one field: both are refused at that field, and the agent shortens them.
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
