import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { putServerDeletion } from '#core/sync/records/server-copy.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { useRecentActivity } from '#state/recent-activity-store.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import { anAgentWithRecords, saved } from '#tests/support/saved-rows.ts'
import { type Agent, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1280, 900))

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (title: string) => page.getByRole('alertdialog', { name: title })
const operations = (agent: Agent) => agent.device.database.outbox.orderBy('seq').toArray()

type Case = {
  entity: EntityName
  address: string
  /** Pressed first to show the delete button. */
  opener?: RegExp
  remove: RegExp
  /** Title and text of the question, if one is asked. */
  question?: [title: string, words: string]
  told: string
}

const cases: Case[] = [
  {
    entity: 'client',
    address: '/clients',
    remove: /^Delete Jo Park/,
    question: [
      'Are you sure you want to delete this client?',
      'Jo Park is removed from this device now, and from the server when the deletion is sent.',
    ],
    told: 'Client has been removed successfully.',
  },
  {
    entity: 'listing',
    address: '/my-listings',
    remove: /^Delete 5709/,
    question: [
      'Are you sure you want to delete this listing?',
      '5709 River Oak Way. Its 1 photo, 1 showing, 1 open house and 2 visitors will be deleted too.',
    ],
    told: '5709 River Oak Way has been removed successfully.',
  },
  {
    entity: 'showing',
    address: '/listings/1',
    remove: /^Delete showing/,
    told: 'The showing for visitor1@mailbox.example has been removed.',
  },
  {
    entity: 'open_house',
    address: '/listings/1',
    remove: /^Delete open house/,
    question: ['Are you sure you want to delete this open house?', 'Its 2 visitors will be deleted too.'],
    told: 'The open house has been removed.',
  },
  {
    entity: 'open_house_visit',
    address: '/listings/1',
    opener: /visitors of the open house/,
    remove: /^Delete visitor1/,
    told: 'visitor1@mailbox.example has been removed.',
  },
  {
    entity: 'appointment',
    address: '/dashboard',
    opener: /^Call with Priya Raman/,
    remove: /^Delete Appointment/,
    told: 'Call with Priya Raman has been removed.',
  },
  {
    entity: 'tour',
    address: '/tours',
    remove: /^Delete Tour #1/,
    question: [
      'Are you sure you want to delete this tour?',
      'Tour #1 for buyer1@mailbox.example is removed from this device now, and from the server when',
    ],
    told: 'Tour #1 has been removed.',
  },
]
const named = cases.map((one) => [kinds[one.entity].nameOnScreen, one] as const)

async function pressDelete({ opener, remove }: Case): Promise<void> {
  if (opener !== undefined) await button(opener).click()
  await button(remove).click()
}

/** A sheet makes the rest of the page inert, with its notifications. */
async function closeSheet(): Promise<void> {
  if (button('Close').elements().length > 0) await button('Close').click()
}

test.each(named)(
  'a deleted %s disappears at once, after the question if there is one, and Undo restores it',
  async (_, one) => {
    const agent = await anAgentWithRecords()
    await openScreens(agent, one.address)
    await pressDelete(one)
    if (one.question !== undefined) {
      const [title, words] = one.question
      await expect.element(dialog(title)).toHaveTextContent(words)
      await button('Cancel').click()
      await expect.element(dialog(title)).not.toBeInTheDocument()
      await expect.element(button(one.remove)).toHaveFocus()
      expect(await operations(agent)).toEqual([])
      await button(one.remove).click()
      await button('Delete').click()
    }
    await expect.element(page.getByText(one.told)).toBeInTheDocument()
    await expect.element(button(one.remove)).not.toBeInTheDocument()
    expect(await operations(agent)).toMatchObject([{ entity: one.entity, kind: 'delete', key: '1', state: 'waiting' }])
    const activities = () => useRecentActivity.getState().activities.map(({ type }) => type)
    const isNoted = one.entity === 'client' || one.entity === 'listing'
    await expect.poll(() => activities().includes(`delete_${one.entity}` as 'delete_client')).toBe(isNoted)

    await closeSheet()
    await button('Undo').click()
    await expect.poll(() => operations(agent)).toEqual([])
    if (one.opener !== undefined) await button(one.opener).click()
    await expect.element(button(one.remove)).toBeVisible()
  },
)

test.each(named)('a failed deletion of a %s on this device is reported', async (word, one) => {
  const agent = await anAgentWithRecords()
  await openScreens(agent, one.address)
  if (one.opener !== undefined) await button(one.opener).click()
  await expect.element(button(one.remove)).toBeVisible()
  if (one.question !== undefined) {
    await button(one.remove).click()
    await expect.element(dialog(one.question[0])).toBeVisible()
  }
  await deleteDevice(agent.device.owner) // as another tab may
  await button(one.question === undefined ? one.remove : 'Delete').click()
  await closeSheet()
  const said = one.entity === 'listing' ? dialog('Failed to delete listing') : page.getByRole('alert')
  await expect.element(said.filter({ hasText: `Failed to delete ${word}` })).toBeVisible()
  await expect.element(page.getByText('The data on this device was cleared in another window.')).toBeVisible()
})

test('a deletion that was already sent is not undone, and a message says so', async () => {
  const agent = await anAgentWithRecords()
  await openScreens(agent, '/my-listings')
  await button(/^Delete 5709/).click()
  await button('Delete').click()
  await expect.element(button('Undo')).toBeVisible()
  await agent.device.database.outbox.clear()
  await button('Undo').click()
  await expect.element(page.getByText('The listing could not be brought back.')).toBeVisible()
  await expect.element(page.getByText('It has been deleted on the server already.')).toBeVisible()
  expect(await operations(agent)).toEqual([])
})

test('a deleted listing stays a stop of its tour, and the question says so', async () => {
  const agent = await anAgentWithRecords()
  await saved(agent.device, 'tour', 1, { stops: [{ order: 1, listing_address: '5709 River Oak Way', listing_id: 1 }] })
  await openScreens(agent, '/my-listings')
  await button(/^Delete 5709/).click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('2 visitors will be deleted too. It stays on a tour, marked “no longer listed”.')
})

/** Applies a pull after another device has deleted all records of these kinds. */
async function deletedElsewhere({ device }: Agent, entities: readonly EntityName[]): Promise<void> {
  for (const entity of entities) {
    const keys = await mirrorTable(device.database, entity).toCollection().primaryKeys()
    for (const key of new Set([...keys, '1']))
      await device.replica.transact('write', (tx) => putServerDeletion(tx, entity, key, null))
  }
}

const visits: EntityName[] = ['open_house_visit', 'open_house']

test.each([
  {
    entity: 'listing' as const,
    changes: { status: 'Sold' },
    remove: /^Delete Listing/,
    gone: [...visits, 'showing' as const, 'listing_image' as const, 'listing' as const],
    told: 'Listing brought back without its 1 photo, 1 showing, 1 open house and 2 visitors',
  },
  {
    entity: 'open_house' as const,
    changes: { end_time: '16:00:00' },
    remove: /^Delete open house/,
    gone: visits,
    told: 'Open House brought back without its 2 visitors',
  },
])('a changed $entity is restored without what the server deleted, and a message says so', async (one) => {
  const { entity, changes, remove, gone, told } = one
  const agent = await anAgentWithRecords()
  const { replica, clock, ids } = agent.device
  await updateRecord(replica, clock, { opId: ids.uuid(), entity, key: '1', opened: {}, changes })
  await openScreens(agent, '/listings/1')
  await button(remove).click()
  await button('Delete').click()
  await expect.element(button('Undo')).toBeVisible()
  await deletedElsewhere(agent, gone)
  await button('Undo').click()
  await expect.element(page.getByText(told)).toBeVisible()
  expect(await operations(agent)).toMatchObject([{ entity, kind: 'update' }])
})
