import { createCollection } from '@tanstack/db'
import { startOfflineExecutor } from '@tanstack/offline-transactions'
import { kinds, requestOf, thousandWrites } from './writes.mjs'

let executor
const collections = Object.fromEntries(kinds.map((kind) => [kind, collectionOf(kind)]))
let waiting = 0
let whenEmpty = () => {}

export async function prepare() {
  executor = startOfflineExecutor({
    collections,
    mutationFns: {
      save: async ({ transaction, idempotencyKey }) => {
        for (const { type, collection, key, changes, modified } of transaction.mutations) {
          const act = { insert: 'create' }[type] ?? type
          const fields = act === 'create' ? modified : changes
          const [address, request] = requestOf({ act, kind: collection.id, id: key, fields })
          const answer = await fetch(address, {
            ...request,
            headers: { ...request.headers, 'idempotency-key': idempotencyKey },
          })
          if (!answer.ok) throw new Error('The server is busy.')
          collection.utils.saved(act, modified)
        }
      },
    },
  })
  await executor.waitForInit()
}

export async function fill() {
  for (const { act, kind, id, fields } of thousandWrites()) {
    const transaction = executor.createOfflineTransaction({ mutationFnName: 'save', autoCommit: false })
    transaction.mutate(() => {
      if (act === 'create') collections[kind].insert(fields)
      else if (act === 'update') collections[kind].update(id, (draft) => void Object.assign(draft, fields))
      else collections[kind].delete(id)
    })
    waiting += 1
    void transaction.commit().then(() => {
      waiting -= 1
      if (waiting === 0) whenEmpty()
    })
  }
  while ((await executor.peekOutbox()).length < 1000) await new Promise((resolve) => setTimeout(resolve, 100))
}

/** The executor sends by itself as soon as the browser is online. */
export function send() {
  return new Promise((resolve) => {
    whenEmpty = resolve
    if (waiting === 0) resolve()
  })
}

function collectionOf(kind) {
  let source
  const saved = (act, value) => {
    source.begin()
    source.write({ type: { create: 'insert' }[act] ?? act, value })
    source.commit()
  }
  return createCollection({
    id: kind,
    getKey: ({ id }) => id,
    startSync: true,
    sync: {
      sync: (given) => {
        source = given
        given.markReady()
      },
    },
    utils: { saved },
  })
}
