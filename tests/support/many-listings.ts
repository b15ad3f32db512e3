import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { AgentOverHttp } from './agent-over-http.ts'
import type { BuiltServer } from './built-server.ts'

/** Inserts listings into the embedded database, because requests would meet the rate limit; returns the agent's id. */
export async function giveListings(
  server: BuiltServer,
  { ask }: AgentOverHttp,
  count: number,
  more: readonly string[] = [],
): Promise<string> {
  const { id } = (await (await ask('GET', '/api/users/profile/')).json()) as { id: number }
  await server.stop()
  const database = await PGlite.create(path.join(server.dataFolder, 'database'))
  for (const statement of [...manyListings(id, count), ...more]) await database.exec(statement)
  await database.close()
  await server.restart()
  return String(id)
}

function manyListings(agentId: number, count: number): string[] {
  return [
    'select setseed(0.5)',
    `insert into properties (identity, address, city, state, zip_code, bedrooms, bathrooms, square_feet, latitude, longitude)
       select 'bench ' || number, number || ' Bench St', 'Springfield', 'CA', lpad((95000 + number % 900)::text, 5, '0'),
         3, 2, 1500, 38 + random(), -121 - random()
       from generate_series(1, ${count}) as number`,
    `insert into agent_versions (agent_id, version) values (${agentId}, ${count})
       on conflict (agent_id) do update set version = agent_versions.version + ${count}`,
    `insert into listings (agent_id, version, client_key, property_id, price_cents, description, status)
       select agent_id, versions.version - ${count} + row_number() over (order by properties.id), gen_random_uuid(),
         properties.id, 20000000 + 100 * properties.id, left(repeat(
           (array['sunny', 'garden', 'corner', 'quiet', 'bright', 'renovated', 'family'])[1 + properties.id % 7] || ' home of '
             || properties.address || ' ', 20), 300), 'For Sale'
       from properties cross join agent_versions as versions
       where versions.agent_id = ${agentId} and properties.identity like 'bench %'`,
    'analyze properties',
    'analyze listings',
  ]
}
