import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { makeImport } from '#core/import/make-import.ts'
import { useConnection } from '#state/connection.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { longTest, testEach } from '#tests/support/long-test.ts'
import { anUnsentClient, mayaAtWork, openApp, openedDevice } from '#tests/support/whole-app.tsx'

const chip = () => page.getByRole('button', { name: 'Sync status' })

/** Every word that the page's chip has shown since this was called. */
function wordsOfTheChip(): Set<string> {
  const seen = new Set<string>()
  const look = () => {
    const words = document.querySelector('button[aria-label="Sync status"]')?.textContent
    if (words !== undefined && words !== null) seen.add(words)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return seen
}

test.each(['/clients', '/outbox'])(
  'reopened at %s without a network, unsent work is never called saved',
  async (address) => {
    const server = startAccountServer()
    await mayaAtWork(server)
    server.isReachable = false
    const first = await openApp('/dashboard')
    const device = await openedDevice()
    await anUnsentClient(device)
    await expect.element(chip()).toHaveTextContent('Offline · 1 waiting')
    await first.close()

    const seen = wordsOfTheChip()
    await openApp(address)
    await expect.element(chip()).toHaveTextContent('Offline · 1 waiting')
    expect([...seen]).not.toContain('Everything is saved')
    expect([...seen]).not.toContain('Offline')
  },
)

longTest('what an import has saved is counted as waiting long before it ends', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  server.isReachable = false
  await openApp('/today')
  const device = await openedDevice()
  await expect.element(chip()).toHaveTextContent('Offline')
  const creates = Array.from({ length: 2000 }, (_, index) => ({
    entity: 'client' as const,
    changes: { first_name: 'Al', last_name: `Lee ${index}`, email: `al${index}@example.com`, category: 'Buyer' },
  }))
  const { created } = await makeImport(device, {
    id: device.ids.uuid(),
    name: 'people.csv',
    of: 'clients',
    entity: 'client',
    creates,
    merges: [],
    onProgress: () => {},
    isStopped: () => /waiting/.test(chip().element().textContent),
  })
  expect(created).toBeLessThan(1500)
})

longTest('opened without any network, the page says so from its first word, before anything was tried', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  const first = await openApp('/dashboard')
  await expect.poll(() => useConnection.getState().lastReachedAt).not.toBeNull()
  await first.close()
  server.isReachable = false
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => void vi.restoreAllMocks())
  const seen = wordsOfTheChip()
  await openApp('/clients')
  await expect.element(chip()).toHaveTextContent('Offline')
  await openedDevice()
  expect([...seen].filter((words) => words !== '')).toEqual(['Offline'])
})

testEach([['GET sync/'], ['GET users/profile/']], { atGate: 1 })(
  'a first load whose %s is answered with an error has failed, and is not offline',
  async (call) => {
    const server = startAccountServer()
    await mayaAtWork(server)
    server.answers.set(call, { status: 500, body: { detail: 'Server Error' } })
    await openApp('/clients')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load clients')
    await expect.element(chip()).toHaveTextContent('Server error')
    server.answers.delete(call)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect.element(page.getByText('No clients found')).toBeVisible()
    await expect.element(chip()).toHaveTextContent('Everything is saved')
  },
)

longTest('as soon as the browser says that there is no network, so does the page', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  await openApp('/clients')
  await expect.poll(() => useConnection.getState().lastReachedAt).not.toBeNull()
  await expect.element(chip()).toHaveTextContent('Everything is saved')
  server.isReachable = false
  window.dispatchEvent(new Event('offline'))
  await expect.element(chip(), { timeout: 5000 }).toHaveTextContent('Offline')
})
