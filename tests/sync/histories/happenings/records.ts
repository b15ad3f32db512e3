import * as fc from 'fast-check'
import { kinds } from '#core/kinds/all-kinds.ts'
import type { Row } from '#core/sync/ports.ts'
import { choices, neededFor, texts } from '../../world/contents.ts'
import type { Kind, Ledger } from '../../world/ledger.ts'
import { edit, make, newSave, type Page, remove, shownRows, undo, write } from '../../world/work.ts'
import { officeListsOne } from '../../world/office.ts'
import type { World } from '../../world/world.ts'
import { type At, at, EventGroup, pageAt, pickOne, tab, tablet, which } from './chapter.ts'

/** Agents create, edit and delete records, in forms and without. */
export const records = new EventGroup()

const names: Record<Kind, string> = {
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
  door_card: 'a door card',
}
const allKinds = Object.keys(names) as Kind[]
/** Creates a record, below a parent shown on the page if its kind needs one. */
async function makeOne(world: World, given: At, kind: Kind): Promise<void> {
  const page = pageAt(world, given)
  // Operations that stay on the device permanently are tested in `plain-server.test.ts`.
  if (page === null) return
  if (world.isPlain && kind === 'property') return void (await officeListsOne(world, page))
  if (world.isPlain && kinds[kind].onPlainServers.create !== 'synced') return
  const needed = neededFor[kind]
  const parent = needed === undefined ? undefined : pickOne(shownRows(world, page, needed), given.which)
  if (needed !== undefined && parent === undefined) return
  const listings = shownRows(world, page, 'listing').slice(0, 1 + (given.which % 3))
  await make(world, page, kind, { parent, listings }, newSave(world, page))
}

/** Does something with a record that the page shows, if there is one. */
async function aboutOne(
  world: World,
  given: At,
  kind: Kind,
  work: (page: Page, row: Row) => Promise<void> | void,
): Promise<void> {
  const page = pageAt(world, given)
  const row = page === null ? undefined : pickOne(shownRows(world, page, kind), given.which)
  if (page !== null && row !== undefined) await work(page, structuredClone(row))
}

for (const kind of allKinds) {
  const needed = neededFor[kind]
  const name = names[kind]
  const isKnown = (ledger: Ledger) => ledger.knows(kind, '1') || ledger.knows(kind, '2')
  records.define<At>(`makes ${name}`, {
    with: at,
    weight: kind === 'client' ? 8 : kind === 'property' ? 2 : 5,
    ...(needed === undefined ? {} : { when: (ledger) => ledger.knows(needed, '1') || ledger.knows(needed, '2') }),
    run: (world, given) => makeOne(world, given, kind),
  })
  // A property belongs to the catalog: no screen deletes it.
  if (kind !== 'property')
    records.define<At & { undo?: boolean }>(`deletes ${name}`, {
      with: fc.record({ tablet, tab, which, undo: fc.boolean() }),
      weight: kind === 'client' || kind === 'listing' ? 4 : 2,
      when: isKnown,
      run: (world, given) =>
        aboutOne(world, given, kind, (page, row) => {
          // No screen offers to undo the deletion of a photo.
          const isUndoOffered = given.undo === true && kind !== 'listing_image'
          return remove(world, page, kind, row, { isUndoOffered, opId: page.tablet.nextOpId() })
        }),
    })
  for (const rule of ['text', 'choice'] as const) {
    if ((rule === 'text' ? texts : choices)[kind] === undefined) continue
    records.define<At>(rule === 'text' ? `writes more about ${name}` : `changes ${name}`, {
      with: at,
      weight: kind === 'client' || kind === 'listing' ? 12 : 5,
      when: isKnown,
      run: (world, given) => aboutOne(world, given, kind, (page, opened) => write(world, page, { kind, opened, rule })),
    })
  }
}
records.define<At>('moves a tour on', {
  with: at,
  weight: 3,
  when: (ledger) => ledger.knows('tour', '1'),
  run: (world, given) =>
    aboutOne(world, given, 'tour', async (page, tour) => {
      const status = ['scheduled', 'in_progress', 'completed', 'cancelled'][given.which % 4] ?? 'scheduled'
      await edit(page, 'tour', tour, { status }, page.tablet.nextOpId())
    }),
})

records.define<At>('makes a listing with its property, an open house and a photo', {
  with: at,
  weight: 6,
  run: async (world, given) => {
    for (const kind of ['property', 'listing', 'open_house', 'open_house_visit', 'listing_image'] as const)
      await makeOne(world, given, kind)
  },
})

records.define<At>('opens a form', {
  with: at,
  weight: 5,
  when: (ledger) => ledger.knows('client', '1'),
  run: (world, given) => {
    const kind = given.which % 2 === 0 ? 'client' : 'listing'
    return aboutOne(world, given, kind, (page, opened) => void world.forms.push({ ...page, kind, opened }))
  },
})

records.define<At>('saves the form that stands open', {
  with: at,
  weight: 6,
  run: async (world, given) => {
    const form = world.forms.shift()
    // A page that was closed or reloaded has no form.
    if (form === undefined || !form.context.isAlive || form.context.isFrozen) return
    const { kind, opened } = form
    await write(world, form, { kind, opened, rule: given.which % 2 === 0 ? 'text' : 'choice' })
  },
})

records.define<At>('submits the same form twice', {
  with: at,
  weight: 2,
  run: async (world, given) => {
    const page = pageAt(world, given)
    if (page === null) return
    const save = newSave(world, page)
    await Promise.all([make(world, page, 'client', {}, save), make(world, page, 'client', {}, save)])
  },
})

records.define<At>('is killed while saving', {
  with: at,
  run: async (world, given) => {
    const page = pageAt(world, given)
    if (page === null) return
    void make(world, page, 'client', {}, newSave(world, page))
    // At any moment from before the transaction to after it.
    for (let turn = 0; turn < given.which * 3; turn++) await Promise.resolve()
    page.context.kill()
  },
})

records.define<At>('undoes the last deletion', {
  with: at,
  weight: 3,
  run: async (world, given) => {
    const page = pageAt(world, given)
    if (page !== null) await undo(world, page, 'in time')
  },
})
