import { sql, type Transaction } from 'kysely'
import { doorCardChangesSchema, newDoorCardSchema, type DoorCard, type NewDoorCard } from '#core/contract/door-card.ts'
import { doorCard } from '#core/kinds/door-card-kind.ts'
import { bothTexts } from '#core/sync/writing/merge.ts'
import { jsonInteger, jsonFlag, jsonIntegerOrNull, jsonStrings } from '#server/database/json-text.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { wholeListQuerySchema, type WholeListQuery } from '#server/http/whole-list-query.ts'
import { answered, type Outcome } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { invalid } from '#server/problem-responses.ts'
import { isVisibleTo } from '#server/properties/visible-property.ts'
import { standardKind, recordJson, type OwnRecord, type StandardKind } from '#server/records/own-kind.ts'
import { readOwnWhere, updateOwn } from '#server/records/own-records.ts'

type Card = DoorCard & OwnRecord

/** If the home already has a card, a second one is merged into it, because two devices may each create one offline. */
export const doorCards: StandardKind<Card, NewDoorCard, WholeListQuery> = standardKind<Card>()('door_card', {
  words: {
    tag: 'door cards',
    one: 'a door card',
    many: 'door cards',
    list: 'List door cards, oldest first. They are private to the agent',
    existingAnswer: 'The existing door card of this property, completed with the fields sent',
  },
  record: recordJson('door_cards', {
    ...jsonStrings(doorCard.fields),
    property: jsonInteger,
    notify_seller: jsonFlag,
    client: jsonIntegerOrNull,
  }),
  nullIfMissing: { client: 'clients' },
  requiredRecord: {
    table: 'properties',
    idOf: ({ property }: NewDoorCard) => property,
    mayReferTo: (agentId) => isVisibleTo(agentId, 'needed'), // the name of the property's row in the query
    refusalIfMissing: notInCatalog,
  },
  schema: newDoorCardSchema,
  changes: doorCardChangesSchema,
  list: { query: wholeListQuerySchema, orderBy: () => sql`id` },
  async beforeAdding(trx, context, card) {
    const [existing] = await readOwnWhere(trx, doorCards, context.agentId, sql`property = ${card.property}`)
    if (existing === undefined) return undefined
    const current = parseFields(newDoorCardSchema, existing)
    const merged = parseFields(newDoorCardSchema, withSecondCard(current, card))
    if (JSON.stringify(merged) === JSON.stringify(current)) return answered(existing)
    return answered(await updateOwn(trx, context, doorCards, [existing.id], merged))
  },
  async beforeChanging(_trx, _context, card, current) {
    return card.property === current.property
      ? undefined
      : invalid({ property: ['A door card cannot move to another property. Create one for that property instead.'] })
  },
})

function notInCatalog(): Outcome {
  return invalid({ property: ['This property is not in the catalog.'] })
}

/** Moves a door card to another property, or merges it into that property's card. */
export async function moveDoorCard(
  trx: Transaction<Tables>,
  context: WriteContext,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { agentId, version } = context
  const [card] = await readOwnWhere(trx, doorCards, agentId, sql`property = ${from}`)
  if (card === undefined) return
  const [existing] = await readOwnWhere(trx, doorCards, agentId, sql`property = ${to}`)
  if (existing === undefined) {
    await trx.updateTable('door_cards').set({ property: to, version }).where('id', '=', card.id).execute()
    return
  }
  const [current, second] = [parseFields(newDoorCardSchema, existing), parseFields(newDoorCardSchema, card)]
  // A merged text may be longer than the form allows. Refusing it here would block the change of the listing's property; the
  // agent shortens the text when editing the card.
  await updateOwn(trx, context, doorCards, [existing.id], withSecondCard(current, second))
  await trx.deleteFrom('door_cards').where('id', '=', card.id).execute()
}

const texts = ['instructions', 'pets', 'parking'] as const
const alternatives = ['lockbox_kind', 'lockbox_code', 'gate_code', 'alarm_code', 'key_location'] as const

/** Joins texts and stores both of two different codes, because only a person at the door can see which one works. Idempotent. */
function withSecondCard(card: NewDoorCard, second: NewDoorCard): NewDoorCard {
  const merged = { ...card, notify_seller: card.notify_seller || second.notify_seller }
  // `bothTexts` returns nothing if the joined text is too long for a field. `beforeAdding` then refuses the card; `moveDoorCard` stores it.
  for (const field of texts)
    merged[field] = bothTexts('', second[field], card[field]) ?? `${card[field]}\n${second[field]}`
  for (const field of alternatives) merged[field] = either(card[field], second[field])
  // These two can have only one value: the second card's, unless it has none.
  return { ...merged, occupancy: second.occupancy || card.occupancy, client: second.client ?? card.client }
}

function either(one: string, other: string): string {
  const known = one.split(' or ')
  const added = other.split(' or ').filter((text) => text !== '' && !known.includes(text))
  return [...known, ...added].filter(Boolean).join(' or ')
}
