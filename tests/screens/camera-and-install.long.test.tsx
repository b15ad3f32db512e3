import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { InstallSettings } from '#features/account/settings/app-settings.tsx'
import { useConnection } from '#state/connection.ts'
import { useInstallPrompt } from '#state/install-prompt.ts'
import { listDrafts } from '#storage/drafts/drafts.ts'
import { InstallCard } from '#ui/feedback/install-card.tsx'
import type { PropertyRow } from '#storage/database/rows.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

test('A21: typed text is on the device before the camera opens', async () => {
  const agent = await anAgentAtWork()
  const property = { address: '3526 High St', city: 'Sacramento', state: 'CA', zip_code: '95815' }
  await agent.device.database.properties.put({ ...property, key: '901', id: 901 } as PropertyRow)
  await openScreens(agent, '/listings/create/901')
  const field = page.getByLabelText('Main Photo')
  await expect.element(field).toBeInTheDocument()
  await expect.element(page.getByLabelText('Description')).toBeVisible()
  // No timer runs from here on, because the system may stop the page once the camera opens.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await page.getByLabelText('Description').fill('Seen from the garden')
  const stop = (event: Event) => event.preventDefault()
  addEventListener('click', stop)
  onTestFinished(() => removeEventListener('click', stop))
  ;(field.element() as HTMLInputElement).click()
  vi.useRealTimers()
  await expect.poll(async () => JSON.stringify(await listDrafts(String(agent.id)))).toContain('Seen from the garden')
})

test('A13: an iPhone does not offer installing while changes wait that the installed app would not have', async () => {
  useInstallPrompt.setState({ installMethod: 'ios-steps' })
  useConnection.setState({ waitingCount: 2, isCounted: true })
  await render(<InstallSettings />)
  await expect.element(page.getByText(/^Send unsent changes first/)).toBeVisible()
  await expect.element(page.getByText(/Add to Home Screen/)).not.toBeInTheDocument()
  useConnection.setState({ waitingCount: 0 })
  await expect.element(page.getByText(/Add to Home Screen/)).toBeVisible()
})

test('A12: on an iPhone the offer to install says why it matters', async () => {
  await render(<InstallCard onDismiss={() => {}} />)
  await expect.element(page.getByText(/after seven days without a visit/)).toBeVisible()
  await expect.element(page.getByText(/Add to Home Screen/)).toBeVisible()
})
