import '#ui/styles/styles.css'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { useSession } from '#state/session.ts'
import { aListing, sitAtADesk } from '#tests/support/listing-screens.ts'
import { saved, today } from '#tests/support/saved-rows.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

/** As the printer sees the page, until the test ends. */
async function onPaper(): Promise<void> {
  const session = cdp() as { send: (method: string, params: object) => Promise<unknown> }
  await session.send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => void (await session.send('Emulation.setEmulatedMedia', { media: '' })))
}

test('a listing on paper is the sheet that a visitor takes home: nothing to press, and nobody else’s name', async () => {
  await sitAtADesk()
  const agent = await anAgentAtWork()
  useSession.setState(({ user }) => ({
    user: user && { ...user, email: 'maya@torreshomes.example', license_number: 'OR-204' },
  }))
  await aListing(agent.device, 7, { listing_price: 582_000, description: 'A bright corner house.' })
  await saved(agent.device, 'showing', 3, { listing_key: '7', showing_date: today, client_email: 'jo@example.com' })
  await openScreens(agent, '/listings/7')
  await expect.element(page.getByText('jo@example.com').first()).toBeVisible()
  await onPaper()
  for (const words of ['$582,000', 'A bright corner house.', 'License OR-204', 'maya@torreshomes.example', 'Bedrooms'])
    await expect.element(page.getByText(words).first()).toBeVisible()
  await expect.element(page.getByText('jo@example.com').first()).not.toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  expect(page.getByRole('navigation').elements()).toEqual([])
})

test('a list on paper has neither buttons nor fields', async () => {
  await sitAtADesk()
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7, { first_name: 'Jo', last_name: 'Park' })
  await openScreens(agent, '/clients')
  await expect.element(page.getByRole('article')).toBeVisible()
  await onPaper()
  await expect.element(page.getByRole('article')).toBeVisible()
  expect(page.getByRole('main').getByRole('button').elements()).toEqual([])
  expect(page.getByRole('main').getByRole('searchbox').elements()).toEqual([])
})

test('the Dashboard on paper leaves out what only leads elsewhere', async () => {
  await sitAtADesk()
  await openScreens(await anAgentAtWork(), '/dashboard')
  await expect.element(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await onPaper()
  await expect.element(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Quick Actions' }).elements()).toEqual([])
  expect(page.getByRole('heading', { name: 'First steps' }).elements()).toEqual([])
})
