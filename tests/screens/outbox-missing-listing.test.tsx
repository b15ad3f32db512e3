import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createRecord } from '#core/sync/writing/create-record.ts'
import type { Device } from '#storage/device/device.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { longTest } from '#tests/support/long-test.ts'
import { button, openOutbox, outbox, part } from '#tests/support/outbox-screens.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { anAgentAtWork } from '#tests/support/workspace-screens.tsx'

const property = { address: '1 Elm St' }
const gone = { listing_price: 1, description: 'Elm', status: 'For Sale', property, property_key: '5', id: 7 }

async function twoShowingsWithoutListing(device: Device): Promise<void> {
  const refusal = { status: 404, code: 'parent_gone', message: 'Its listing was deleted.', fieldErrors: {}, at: 1 }
  for (const [day, person] of [
    ['2026-05-01', 'eve@example.com'],
    ['2026-05-02', 'joe@example.com'],
  ] as const) {
    const opId = crypto.randomUUID()
    await createRecord(device.replica, device.clock, {
      opId,
      entity: 'showing',
      changes: { showing_date: day, start_time: '10:00:00', end_time: '11:00:00', client_email: person },
      references: { listing: { entity: 'listing', key: '7' } },
      shown: { listing_address: '1 Elm St' },
    })
    await device.database.outbox.where({ opId }).modify({ state: 'attention', refusal, attempts: 1 })
  }
  await device.database.listings.put({
    ...gone,
    status: 'For Sale',
    listing_price: '1.00',
    key: '8',
    id: 8,
    property: { address: '2 Oak St' },
  } as never)
}

const remember = ({ database }: Device) => database.facts.put({ name: 'gone-parents', value: { 'listing 7': gone } })

test('E7: each has its day, hour, person and place, and no button leads to a dead end', async () => {
  const agent = await anAgentAtWork()
  await twoShowingsWithoutListing(agent.device)
  await openOutbox(agent)
  const rows = part('Needs you').getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent('New showing on May 1, 2026, 10:00 AM with eve@example.com')
  await expect.element(rows.nth(1)).toHaveTextContent('New showing on May 2, 2026, 10:00 AM with joe@example.com')
  await expect.element(rows.nth(0)).toHaveTextContent('Its listing was deleted on the server.')
  for (const dead of ['Open Listing', 'Retry', 'Create the listing again'])
    expect(rows.nth(0).getByText(dead, { exact: true }).elements()).toEqual([])
  expect(await axeFindings()).toEqual([])
})

longTest('E7: photos and visitors name the deleted listing or open house', async () => {
  const agent = await anAgentAtWork()
  const { device } = agent
  const listing = { entity: 'listing', key: '7' } as const
  const openHouse = { date: '2026-05-03', start_time: '13:00:00', end_time: '15:00:00', id: 9 }
  const remembered = { 'listing 7': gone, 'open_house 9': openHouse }
  await device.database.facts.put({ name: 'gone-parents', value: remembered })
  const photo = { opId: crypto.randomUUID(), entity: 'listing_image', changes: {}, references: { listing } } as const
  await createRecord(device.replica, device.clock, photo)
  await createRecord(device.replica, device.clock, {
    opId: crypto.randomUUID(),
    entity: 'open_house_visit',
    changes: { client_email: 'eve@example.com' },
    references: { listing, open_house: { entity: 'open_house', key: '9' } },
  })
  const refusal = { status: 404, code: 'parent_gone', message: 'Its listing was deleted.', fieldErrors: {}, at: 1 }
  await device.database.outbox.toCollection().modify({ state: 'attention', refusal, attempts: 1 })
  await openOutbox(agent)
  const rows = part('Needs you').getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent('1 Elm St')
  await expect.element(rows.nth(0)).toHaveTextContent('New photo')
  await expect.element(rows.nth(1)).toHaveTextContent('New visitor of 1 Elm St on May 3, 2026, 1:00 PM')
})

longTest('E7: a refused showing is moved to another of the agent’s listings', async () => {
  const agent = await anAgentAtWork()
  await twoShowingsWithoutListing(agent.device)
  await openOutbox(agent)
  await button('Move 1 Elm St: New showing on May 2, 2026, 10:00 AM with joe@example.com').click()
  const sheet = page.getByRole('dialog', { name: 'Move to another listing' })
  await expect.element(sheet).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await sheet.getByRole('button', { name: 'Move to 2 Oak St, For Sale' }).click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('2 Oak St')
  expect(await outbox(agent)).toMatchObject([
    { state: 'attention' },
    { state: 'queued', revision: 2, references: { listing: { key: '8' } }, shown: { listing_address: '2 Oak St' } },
  ])
})

longTest('E7: a call with a deleted client is moved to another client', async () => {
  const agent = await anAgentAtWork()
  const { replica, clock, database } = agent.device
  await createRecord(replica, clock, {
    opId: crypto.randomUUID(),
    entity: 'interaction',
    changes: { kind: 'Call', date: '2026-05-01', time: '09:00:00', text: 'Wants a garden' },
    references: { client: { entity: 'client', key: '7' } },
  })
  const refusal = { status: 404, code: 'parent_gone', message: 'Its client was deleted.', fieldErrors: {}, at: 1 }
  await database.outbox.toCollection().modify({ state: 'attention', refusal, attempts: 1 })
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'client', 8, { first_name: 'Eve', last_name: 'Stone' })
  await openOutbox(agent)
  await page.getByRole('button', { name: /^Move / }).click()
  const sheet = page.getByRole('dialog', { name: 'Move to another client' })
  await expect.element(sheet.getByRole('listitem')).toHaveTextContent(/^Eve Stoneclient8@mailbox\.example/)
  await sheet.getByRole('button', { name: /^Move to Eve Stone/ }).click()
  await expect
    .poll(() => outbox(agent))
    .toMatchObject([{ state: 'queued', references: { client: { entity: 'client', key: '8' } } }])
  expect(await database.interactions.toArray()).toMatchObject([{ of_client_key: '8' }])
})

longTest('E7: the listing is created again with all changes that wait for it', async () => {
  const agent = await anAgentAtWork()
  await twoShowingsWithoutListing(agent.device)
  await remember(agent.device)
  await openOutbox(agent)
  await part('Needs you')
    .getByRole('button', { name: /^Create the listing again/ })
    .first()
    .click()
  await expect.element(part('Waiting').getByRole('listitem').nth(2)).toHaveTextContent('1 Elm St')
  expect(await outbox(agent)).toMatchObject([
    { entity: 'showing', state: 'queued' },
    { entity: 'showing', state: 'queued' },
    { entity: 'listing', kind: 'create', key: '7', changes: { description: 'Elm' } },
  ])
})
