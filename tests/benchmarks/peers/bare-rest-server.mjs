// The least that each library needs of a server. Serves the pages of the given folder; prints the port it listens on.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { expectedRecords } from './page/writes.mjs'

const [folder, keys] = process.argv.slice(2)

const rows = []
const answers = new Map()

/** Each POST creates a row, and a change hits all rows with that id. Only with `keys`, a retry gets the first answer. */
function rest([kind, id], { method, headers }, body) {
  const key = keys === 'keys' ? headers['idempotency-key'] : undefined
  if (answers.has(key)) return answers.get(key)
  const met = rows.filter((row) => row.kind === kind && row.id === id)
  if (method === 'POST') rows.push({ kind, ...body })
  if (method === 'PATCH') for (const row of met) Object.assign(row, body)
  if (method === 'DELETE') for (const row of met) rows.splice(rows.indexOf(row), 1)
  const answer = { status: method === 'POST' || met.length > 0 ? 200 : 404, body: {} }
  if (key !== undefined) answers.set(key, answer)
  return answer
}

const documents = new Map()

/** As in RxDB's guide to replication over HTTP: concurrent changes are returned as conflicts. */
function rxdb([kind, what], _, body) {
  if (what === 'pull') return { status: 200, body: { documents: [], checkpoint: body.checkpoint ?? null } }
  const conflicts = []
  for (const { newDocumentState, assumedMasterState } of body) {
    const id = `${kind}/${newDocumentState.id}`
    const known = documents.get(id)
    if (known?.updatedAt === assumedMasterState?.updatedAt) documents.set(id, newDocumentState)
    else conflicts.push(known)
  }
  return { status: 200, body: conflicts }
}

const interfaces = { rest, rxdb }

/** The current and the expected final state, as pairs of id and number of edits. */
const stateOf = {
  expected: () => [...expectedRecords()],
  rest: () => rows.map(({ id, edits }) => [id, edits]),
  rxdb: () => [...documents.values()].filter(({ _deleted }) => !_deleted).map(({ id, edits }) => [id, edits]),
}

const server = createServer((request, answer) => void serve(request, answer))
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))

async function serve(request, answer) {
  const [first, ...places] = new URL(request.url, 'http://server').pathname.slice(1).split('/')
  if (first === 'api') return serveData(places.slice(1), request, answer)
  answer.setHeader('access-control-allow-origin', '*')
  if (first in stateOf) return answer.end(JSON.stringify(stateOf[first]()))
  const name = path.basename(first)
  answer.setHeader('content-type', `text/${name.endsWith('.js') ? 'javascript' : 'html'}; charset=utf-8`)
  answer.end(
    name.endsWith('.js')
      ? await readFile(path.join(folder, name))
      : `<!doctype html><script src="/${path.basename(name, '.html')}.js"></script>`,
  )
}

async function serveData([name, ...places], request, answer) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const given = interfaces[name](
    places.map(decodeURIComponent).filter((place) => place !== ''),
    request,
    text === '' ? null : JSON.parse(text),
  )
  answer.writeHead(given.status, { 'content-type': 'application/json' })
  answer.end(JSON.stringify(given.body))
}
