// What PostgreSQL and Node can do without the product: the same two lists, one query each, no sign-in, paging or cache.
// `node bare-server.mjs DATABASE_URL USERNAME` prints the port it listens on.
import { createServer } from 'node:http'
import { Pool } from 'pg'

const [connectionString, username] = process.argv.slice(2)
const pool = new Pool({ connectionString, max: 10 })

const { rows } = await pool.query('select id from agents where username = $1', [username])
const agentId = rows[0].id

const questions = {
  '/listings': `select listing.*, row_to_json(property) as property,
      json_build_object('name', agent.username, 'email', agent.email, 'phone', agent.phone_number) as realtor,
      (select json_agg(image) from listing_images as image where image.listing_id = listing.id) as images
    from listings as listing join properties as property on property.id = listing.property_id
    join agents as agent on agent.id = listing.agent_id
    where listing.agent_id = $1 order by listing.created_at desc limit 100`,
  '/clients': 'select * from clients where agent_id = $1 order by created_at desc limit 100',
}

const server = createServer(({ url }, answer) => void send(url, answer))
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))

async function send(url, answer) {
  const { rows: results } = await pool.query(questions[url], [agentId])
  answer.setHeader('content-type', 'application/json')
  answer.end(JSON.stringify({ count: results.length, results }))
}
