import * as fc from 'fast-check'
import { createRecord } from '#core/sync/writing/record-change.ts'
import { aClient } from '#tests/support/sync-records.ts'
import type { Kind } from '../../world/ledger.ts'
import { type At, choices, make, moveTour, pickOne, remove, shownRows, texts, undo, write } from '../../world/work.ts'
import { at, Chapter, tab, tablet, tabOf, which } from './chapter.ts'

/** Agents make, edit and delete, in forms and beside them. */
export const records = new Chapter()

const kinds: Record<Kind, string> = {
  client: 'a client',
  property: 'a property',
  listing: 'a listing',
  listing_image: 'a photo',
  showing: 'a showing',
  open_house: 'an open house',
  open_house_visit: 'a visitor',
  appointment: 'an appointment',
  tour: 'a tour',
  interaction: 'a conversation',
  follow_up: 'a follow-up',
}
const allKinds = Object.keys(kinds) as Kind[]
const parentOf: Partial<Record<Kind, Kind>> = {
  listing: 'property',
  listing_image: 'listing',
  showing: 'listing',
  open_house: 'listing',
  open_house_visit: 'open_house',
  tour: 'listing',
  interaction: 'client',
  follow_up: 'client',
}

for (const kind of allKinds) {
  const needed = parentOf[kind]
  records.define<At>(`makes ${kinds[kind]}`, {
    with: at,
    weight: kind === 'client' ? 8 : kind === 'property' ? 2 : 5,
    ...(needed === undefined ? {} : { when: (ledger) => ledger.knows(needed, '1') || ledger.knows(needed, '2') }),
    run: async (world, given) => void (await make(world, given, kind)),
  })
  // A property belongs to the catalogue: no screen deletes it.
  if (kind !== 'property')
    records.define<At & { undo?: boolean }>(`deletes ${kinds[kind]}`, {
      with: fc.record({ tablet, tab, which, undo: fc.boolean() }),
      weight: kind === 'client' || kind === 'listing' ? 4 : 2,
      when: (ledger) => ledger.knows(kind, '1') || ledger.knows(kind, '2'),
      run: async (world, given) => {
        const place = tabOf(world, given)
        if (place === null) return
        const row = pickOne(shownRows(world, place.tablet, place.context, kind), given.which)
        // No screen offers to bring a single photo back.
        const isUndoOffered = given.undo === true && kind !== 'listing_image'
        if (row !== undefined) await remove(world, place, kind, row, isUndoOffered)
      },
    })
  for (const [rule, fields] of [
    ['text', texts],
    ['choice', choices],
  ] as const) {
    if (fields[kind] === undefined) continue
    records.define<At>(rule === 'text' ? `writes more about ${kinds[kind]}` : `changes ${kinds[kind]}`, {
      with: at,
      weight: kind === 'client' || kind === 'listing' ? 12 : 5,
      when: (ledger) => ledger.knows(kind, '1') || ledger.knows(kind, '2'),
      run: async (world, given) => {
        const place = tabOf(world, given)
        if (place === null) return
        const row = pickOne(shownRows(world, place.tablet, place.context, kind), given.which)
        if (row !== undefined) await write(world, place, kind, structuredClone(row), rule)
      },
    })
  }
}
records.define<At>('moves a tour on', {
  with: at,
  weight: 3,
  when: (ledger) => ledger.knows('tour', '1'),
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null) return
    const row = pickOne(shownRows(world, place.tablet, place.context, 'tour'), given.which)
    if (row !== undefined) await moveTour(place.context, place.tablet, structuredClone(row), given.which)
  },
})

records.define<At>('makes a listing with its property, an open house and a photo', {
  with: at,
  weight: 6,
  run: async (world, given) => {
    for (const kind of ['property', 'listing', 'open_house', 'open_house_visit', 'listing_image'] as const)
      await make(world, given, kind)
  },
})

records.define<At>('opens a form', {
  with: at,
  weight: 5,
  when: (ledger) => ledger.knows('client', '1'),
  run: (world, given) => {
    const place = tabOf(world, given)
    if (place === null) return
    const kind = given.which % 2 === 0 ? 'client' : 'listing'
    const row = pickOne(shownRows(world, place.tablet, place.context, kind), given.which)
    if (row !== undefined) world.forms.push({ ...place, kind, opened: structuredClone(row) })
  },
})

records.define<At>('saves the form that stands open', {
  with: at,
  weight: 6,
  run: async (world, given) => {
    const form = world.forms.shift()
    // Who has left or reloaded has no form any more.
    if (form === undefined || !form.tablet.contexts().includes(form.context) || form.context.isFrozen) return
    await write(world, form, form.kind, form.opened, given.which % 2 === 0 ? 'text' : 'choice')
  },
})

records.define<At>('submits the same form twice', {
  with: at,
  weight: 2,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null || place.tablet.places[place.context.place.agent].store.isFull) return
    const { agent } = place.context.place
    const word = world.ledger.word(agent)
    const { replica, clock } = place.context.ports
    const changes = aClient({ first_name: word, last_name: word, email: `${word}@example.com`, notes: word })
    const record = { opId: place.tablet.nextOpId(), entity: 'client' as const, changes }
    const saving = Promise.allSettled([createRecord(replica, clock, record), createRecord(replica, clock, record)])
    const saved = await Promise.race([saving, place.context.died])
    if (saved === null || saved.every(({ status }) => status === 'rejected')) return
    const maker = { tablet: place.tablet.number, life: place.context.place.life }
    world.ledger.record({ mark: word, kind: 'client', agent, parent: null, maker, isSaved: true })
    world.save({ value: word, mark: word, field: 'notes', rule: 'text' }, place.context, place.tablet)
  },
})

records.define<At>('is killed while saving', {
  with: at,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null) return
    const { agent, life } = place.context.place
    const word = world.ledger.word(agent)
    const maker = { tablet: place.tablet.number, life }
    world.ledger.record({ mark: word, kind: 'client', agent, parent: null, maker, isSaved: false })
    const { replica, clock } = place.context.ports
    const changes = aClient({ first_name: word, last_name: word, email: `${word}@example.com`, notes: word })
    const opId = place.tablet.nextOpId()
    void createRecord(replica, clock, { opId, entity: 'client', changes }).catch(() => {})
    // From before the transaction to after it.
    for (let turn = 0; turn < given.which * 3; turn++) await Promise.resolve()
    place.context.kill()
  },
})

records.define<At>('undoes the last deletion', {
  with: at,
  weight: 3,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place !== null) await undo(world, place.context)
  },
})
