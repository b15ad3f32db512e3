import PouchDB from 'pouchdb-browser'
import { thousandWrites } from './writes.mjs'

let database

export function prepare() {
  database = new PouchDB('peers')
}

export async function fill() {
  for (const { act, kind, id, fields } of thousandWrites()) {
    if (act === 'create') await database.put({ _id: id, kind, ...fields })
    else if (act === 'update') await database.put({ ...(await database.get(id)), ...fields })
    else await database.remove(await database.get(id))
  }
}

/** A live replication that tries again by itself is `paused` without an error when all has arrived. */
export function send() {
  const replication = database.replicate.to(`${location.origin}/api/crm/couchdb`, { live: true, retry: true })
  return new Promise((resolve, reject) => {
    replication.on('paused', (error) => {
      if (error !== undefined) return
      resolve()
      replication.cancel()
    })
    replication.on('denied', reject)
    replication.on('error', reject)
  })
}
