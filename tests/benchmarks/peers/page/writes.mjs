// The same writes as the product's queue (tests/benchmarks/page/plant-queue.ts), with ids made by the device.

const queueOf = {
  listing: { created: 120, editedTwice: 40, deleted: 40 },
  client: { created: 140, editedTwice: 40, deleted: 40 },
  showing: { created: 130, editedTwice: 30, deleted: 30 },
}

export const kinds = Object.keys(queueOf)

const fieldsOf = {
  listing: (number) => ({ listing_price: 300_000, description: `House ${number}`, status: 'For Sale' }),
  client: (number) => ({ first_name: 'Maria', last_name: `Client ${number}`, email: `client-${number}@example.com` }),
  showing: (number) => ({ showing_date: '2027-03-01', start_time: '10:00:00', listing: `listing-${number % 60}` }),
}

export function thousandWrites() {
  const longest = Math.max(...kinds.map((kind) => queueOf[kind].created))
  const records = Array.from({ length: longest }, (_, number) =>
    kinds.filter((kind) => number < queueOf[kind].created).map((kind) => ({ kind, number, id: `${kind}-${number}` })),
  ).flat()
  const edit = ({ kind, id }, edits) => ({ act: 'update', kind, id, fields: { edits } })
  const twice = records.filter(({ kind, number }) => number < queueOf[kind].editedTwice)
  const doomed = records.filter(({ kind, number }) => number >= queueOf[kind].created - queueOf[kind].deleted)
  return [
    ...records.map(({ kind, number, id }) => ({
      act: 'create',
      kind,
      id,
      fields: { id, ...fieldsOf[kind](number), edits: 0 },
    })),
    ...records.map((record) => edit(record, 1)),
    ...twice.map((record) => edit(record, 2)),
    ...doomed.map(({ kind, id }) => ({ act: 'delete', kind, id, fields: {} })),
  ]
}

export function expectedRecords() {
  const records = new Map()
  for (const { act, id, fields } of thousandWrites()) {
    if (act === 'delete') records.delete(id)
    else records.set(id, fields.edits)
  }
  return records
}

export function requestOf({ act, kind, id, fields }) {
  const method = { create: 'POST', update: 'PATCH', delete: 'DELETE' }[act]
  const address = `/api/crm/rest/${kind}/${act === 'create' ? '' : `${id}/`}`
  const body = act === 'delete' ? null : JSON.stringify(fields)
  return [address, { method, body, headers: { 'content-type': 'application/json' } }]
}
