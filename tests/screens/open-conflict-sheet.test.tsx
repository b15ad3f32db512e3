import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { discardOperation, resolveConflict } from '#core/sync/resolving/outbox-actions.ts'
import { longTest } from '#tests/support/long-test.ts'
import { aChangedClient, button, elena, openOutbox, outbox, part } from '#tests/support/outbox-screens.ts'
import { type Agent, anAgentAtWork } from '#tests/support/workspace-screens.tsx'

async function aHalfDecidedConflict() {
  const agent = await anAgentAtWork()
  const conflict = {
    theirs: { ...elena, id: 7, category: 'Seller' },
    theirVersion: '9',
    fields: ['category'],
    at: Date.now(),
  }
  await aChangedClient(agent.device, { category: 'Both' }, { state: 'conflict', conflict })
  await openOutbox(agent)
  await button('Decide about Elena Vasquez').click()
  const sheet = page.getByRole('dialog', { name: 'Elena Vasquez was changed in two places' })
  await sheet.getByLabelText('Theirs').click()
  await expect.element(sheet.getByRole('status')).toHaveTextContent('Everything is decided.')
  return { agent, conflict, sheet }
}

const inTheOutbox = ({ device }: Agent) => device.database.outbox.toCollection()

test('a newer change of theirs is shown in the open sheet, and no side is selected for it', async () => {
  const { agent, conflict, sheet } = await aHalfDecidedConflict()
  const theirs = { ...conflict.theirs, category: 'Investor' }
  await inTheOutbox(agent).modify({ revision: 2, conflict: { ...conflict, theirs, theirVersion: '10' } })
  await expect.element(sheet.getByRole('group', { name: 'Category' })).toHaveTextContent('Investor')
  await expect.element(sheet.getByRole('status')).toHaveTextContent('Still to decide: Category.')
  await expect.element(sheet.getByLabelText('Theirs')).not.toBeChecked()
})

longTest('a sheet whose conflict no longer exists closes without a decision', async () => {
  const { agent, conflict, sheet } = await aHalfDecidedConflict()
  await inTheOutbox(agent).modify({ revision: 2, conflict: { ...conflict, theirs: null } })
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(page.getByText('Elena Vasquez was resolved or changed elsewhere in the meantime.')).toBeVisible()
  await expect.element(part('Needs you')).toHaveTextContent('Deleted on the server while you changed it here.')
  expect(await outbox(agent)).toMatchObject([{ state: 'conflict', changes: { category: 'Both' } }])
})

longTest.each(['mine', 'theirs'] as const)(
  'a sheet whose conflict was resolved with %s in another tab closes',
  async (choice) => {
    const { agent, sheet } = await aHalfDecidedConflict()
    const { replica, clock } = agent.device
    for (const { opId } of await outbox(agent)) await resolveConflict(replica, clock, opId, { category: choice })
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(part('Needs you')).not.toBeInTheDocument()
  },
)

test('a conflict that is discarded is listed under Not kept, and in no other list', async () => {
  const { agent, sheet } = await aHalfDecidedConflict()
  const { replica, clock } = agent.device
  for (const { opId } of await outbox(agent)) await discardOperation(replica, clock, opId)
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(part('Not kept, last 30 days')).toHaveTextContent('Category: Both (mine)')
  await expect.element(part('Discarded today')).not.toBeInTheDocument()
})
