import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { retryOperation } from '#core/sync/resolving/outbox-actions.ts'
import { requeuedFact } from '#core/sync/pulling/requeue-lost.ts'
import { showSavedToast } from '#records/saving/save-with-undo.ts'
import { useConnection } from '#state/connection.ts'
import { dismissNotification, notify, useNotifications } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import { type AccountServer, startAccountServer } from '#tests/support/account-server.ts'
import { anUnsentClient, mayaAtWork, movableTimers, openApp, openedDevice } from '#tests/support/whole-app.tsx'

const failure = 'Failed to create client. Please try again.'
const chip = () => page.getByRole('button', { name: 'Sync status' })
const alert = () => page.getByRole('alert').filter({ hasText: failure })
const told = () => useNotifications.getState().notifications.filter(({ title }) => title === failure)

async function anAgentAtWork(): Promise<{ server: AccountServer; device: Device; address: () => string }> {
  const server = startAccountServer()
  await mayaAtWork(server)
  const { passQuietTime } = movableTimers()
  const { address } = await openApp('/dashboard')
  const device = await openedDevice()
  // Sync and its notifications start once the screen has settled.
  await passQuietTime()
  await expect.element(chip()).toHaveTextContent('Everything is saved')
  await passQuietTime()
  return { server, device, address }
}

const refused = { status: 400, body: { email: ['Somebody else has this address.'] } }

test('C19: changes requeued for a restored server are announced once, with a link to the Outbox', async () => {
  const { device, address } = await anAgentAtWork()
  const line = page.getByRole('status').filter({ hasText: 'The server was restored from an older copy.' })
  const tell = (at: number) =>
    device.replica.transact('write', (tx) =>
      tx.setMeta(requeuedFact, {
        why: 'restored',
        at,
        changes: [{ opId: '1', title: 'Elena Vasquez', kind: 'create', entity: 'client' }],
      }),
    )
  // Sync may start a moment after the workspace opens, and announces only later events.
  const at = device.clock.now() + 60_000
  await tell(at)
  await expect.element(line).toHaveTextContent('1 change made since then is sent again.')
  await tell(at)
  await line.getByRole('button', { name: 'Open Outbox' }).click()
  await expect.poll(address).toBe('/outbox')
  expect(useNotifications.getState().notifications.filter(({ type }) => type === 'info')).toHaveLength(0)
})

test('a refusal is announced once, with a link to the Outbox', async () => {
  const { server, device, address } = await anAgentAtWork()
  server.answers.set('POST crm/clients/', refused)
  const opId = await anUnsentClient(device, 'Park')
  await expect.element(alert()).toHaveTextContent('Jo Park: Somebody else has this address.')
  await expect.element(chip()).toHaveTextContent('1 to look at')

  for (const { id } of told()) dismissNotification(id)
  server.answers.set('POST crm/clients/', { status: 400, body: { email: ['Still taken.'] } })
  await retryOperation(device.replica, opId)
  useConnection.getState().syncNow()
  await expect.element(alert()).toHaveTextContent('Still taken.')
  expect(told()).toHaveLength(1)

  await alert().getByRole('button', { name: 'Open Outbox' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
  expect(address()).toBe('/outbox')
})

test('the success message of a record disappears when the server refuses it', async () => {
  const { server, device } = await anAgentAtWork()
  const release = server.hold('POST crm/clients/')
  server.answers.set('POST crm/clients/', refused)
  const opId = await anUnsentClient(device, 'Park')
  showSavedToast({ entity: 'client', key: `local-${opId}`, isNew: true, name: 'Jo Park' })
  notify({ type: 'success', title: 'Client Updated', saved: 'client 7', duration: 0 })
  const success = (title: string) => page.getByRole('status').filter({ hasText: title })
  await expect.element(success('Client Created')).toBeVisible()
  release()
  await expect.element(alert()).toHaveTextContent('Jo Park: Somebody else has this address.')
  await expect.element(success('Client Created')).not.toBeInTheDocument()
  const left = useNotifications.getState().notifications.filter(({ type }) => type === 'success')
  expect(left.map(({ title }) => title)).toEqual(['Client Updated'])
})

test('several refusals of one kind are one message with their number', async () => {
  const { server, device } = await anAgentAtWork()
  server.answers.set('POST crm/clients/', refused)
  await anUnsentClient(device, 'Park')
  await anUnsentClient(device, 'Reyes')
  await expect.element(alert()).toHaveTextContent('2 changes are kept in the Outbox.')
  expect(told()).toHaveLength(1)
})

test.each([
  ['a missing network', (server: AccountServer) => void (server.isReachable = false), 'Offline', 'queued'],
  [
    'a server at fault',
    (server: AccountServer) => void server.answers.set('POST crm/clients/', { status: 500 }),
    'waiting',
    'unknown',
  ],
])('%s shows no refusal', async (_, goesWrong, words, state) => {
  const { server, device } = await anAgentAtWork()
  goesWrong(server)
  await anUnsentClient(device, 'Park')
  await expect.element(chip()).toHaveTextContent(words)
  const first = () => device.database.outbox.toCollection().first()
  await expect.poll(async () => (await first())?.state, { timeout: 10_000 }).toBe(state)
  expect(told()).toEqual([])
})
