import { sql } from 'kysely'
import { doorCardChangesSchema, newDoorCardSchema, type DoorCard, type NewDoorCard } from '#core/contract/door-card.ts'
import { doorCard } from '#core/kinds/door-card-kind.ts'
import { jsonCount, jsonFlag, jsonId, jsonStrings } from '#server/database/json-text.ts'
import { wholeListQuerySchema, type WholeListQuery } from '#server/http/whole-list-query.ts'
import { answered, type Outcome } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { invalid } from '#server/problem-responses.ts'
import { isVisibleTo } from '#server/properties/visible-property.ts'
import { standardKind, recordJson, type Owned, type StandardKind } from '#server/records/own-kind.ts'
import { readOwnWhere, updateOwn } from '#server/records/own-records.ts'
import { withSecondCard } from './second-card.ts'

type Card = DoorCard & Owned

/**
 * The REST resource of door cards; see `OwnKind` for the fields. If the home already has a card, a second one is merged into it, because
 * two devices may each create one offline.
 */
export const doorCards: StandardKind<Card, NewDoorCard, WholeListQuery> = standardKind<Card>()('door_card', {
  words: {
    tag: 'door cards',
    one: 'a door card',
    many: 'door cards',
    list: 'List door cards, oldest first. They are private to the agent',
    found: 'The existing door card of this property, completed with the fields sent',
  },
  record: recordJson('door_cards', {
    ...jsonStrings(doorCard.fields),
    property: jsonCount,
    notify_seller: jsonFlag,
    client: jsonId,
  }),
  // A client that does not exist is stored as null.
  optionalReferences: { client: 'clients' },
  // Refuses a card for a property that does not exist or is not visible to the agent.
  requiredRecord: {
    table: 'properties',
    idOf: ({ property }: NewDoorCard) => property,
    isFor: (agentId) => isVisibleTo(agentId, 'needed'), // the name of the property's row in the query
    missing: notInCatalog,
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
