import { sql } from 'kysely'
import { jsonObject, jsonOfText, jsonString, type JsonText } from '#server/database/json-text.ts'

const realtor = jsonObject({
  name: jsonOfText(sql`coalesce(nullif(trim(concat(agent.first_name, ' ', agent.last_name)), ''), agent.username)`),
  email: jsonString('agent.email'),
  phone: jsonString('agent.phone_number'),
})

/** Returns the SQL for a `Realtor`: the agent whose id is in `table.agent_id`. */
export function realtorJson(table: string): JsonText {
  return sql<string>`(select ${realtor} from agents as agent where agent.id = ${sql.ref(`${table}.agent_id`)})`
}
