import { sql, type Kysely } from 'kysely'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Tables } from '#server/database/tables.ts'
import { propertyRecordJson } from '#server/properties/property-record.ts'
import type { OwnKind } from '#server/records/own-kind.ts'
import { ownKinds } from '#server/records/own-kinds.ts'

type WireText = { text: string }

/** Returns an agent's records by kind, as JSON texts to save memory, in one snapshot, with the properties that the agent lists or added. */
export function readRecordTexts(db: Kysely<Tables>, agentId: number): Promise<Map<EntityName, string[]>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const texts = new Map<EntityName, string[]>()
      const { rows } = await sql<WireText>`
        select ${propertyRecordJson(agentId)} as text from properties
        where id in (select property_id from listings where agent_id = ${agentId}) or created_by = ${agentId}
        order by id`.execute(trx)
      texts.set('property', rows.map(textOf))
      for (const [entity, { table, record }] of Object.entries(ownKinds) as [keyof typeof ownKinds, OwnKind][]) {
        if (!kinds[entity].isExported) continue
        const own = await sql<WireText>`
          select ${record} as text from ${sql.table(table)}
          where ${sql.table(table)}.agent_id = ${agentId} order by id`.execute(trx)
        texts.set(entity, own.rows.map(textOf))
      }
      return texts
    })
}

function textOf({ text }: WireText): string {
  return text
}
