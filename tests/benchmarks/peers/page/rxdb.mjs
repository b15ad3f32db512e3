import { addRxPlugin, createRxDatabase } from 'rxdb'
import { RxDBLeaderElectionPlugin } from 'rxdb/plugins/leader-election'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { kinds, thousandWrites } from './writes.mjs'

addRxPlugin(RxDBLeaderElectionPlugin)

let database

export async function prepare() {
  database = await createRxDatabase({ name: 'peers', storage: getRxStorageDexie() })
  const text = { type: 'string' }
  const number = { type: 'number' }
  const own = {
    listing: { listing_price: number, description: text, status: text },
    client: { first_name: text, last_name: text, email: text },
    showing: { showing_date: text, start_time: text, listing: text },
  }
  await database.addCollections(
    Object.fromEntries(
      kinds.map((kind) => {
        const id = { type: 'string', maxLength: 100 }
        const properties = { id, ...own[kind], edits: number, updatedAt: number }
        return [kind, { schema: { version: 0, primaryKey: 'id', type: 'object', properties, required: ['id'] } }]
      }),
    ),
  )
}

export async function fill() {
  for (const { act, kind, id, fields } of thousandWrites()) {
    const collection = database.collections[kind]
    const changes = { ...fields, updatedAt: Date.now() }
    if (act === 'create') await collection.insert(changes)
    else {
      const document = await collection.findOne(id).exec()
      await (act === 'update' ? document.incrementalPatch(changes) : document.remove())
    }
  }
}

export async function send() {
  const replications = kinds.map((kind) =>
    replicateRxCollection({
      collection: database.collections[kind],
      replicationIdentifier: `peers-${kind}`,
      push: { handler: (rows) => asked(`/api/crm/rxdb/${kind}/push`, rows) },
      pull: {
        handler: (checkpoint, batchSize) => asked(`/api/crm/rxdb/${kind}/pull`, { checkpoint, batchSize }),
      },
    }),
  )
  for (const replication of replications) {
    await replication.awaitInitialReplication()
    await replication.awaitInSync()
  }
}

async function asked(address, body) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error('The server is busy.')
  return answer.json()
}
