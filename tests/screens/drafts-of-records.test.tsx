// First, as in the app: the order of the style layers is decided by what comes first.
import '#ui/styles/styles.css'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loadDraft } from '#storage/drafts.ts'
import { anAgentWithRecords } from '#tests/support/saved-rows.ts'
import { openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1280, 900))

// Released names: a draft must be found again by the version that comes next.
test.each([
  ['client:new', '/clients/new', null, 'First Name'],
  ['client:edit:1', '/clients/edit/1', null, 'First Name'],
  ['listing:edit:1', '/listings/edit/1', null, 'Description'],
  ['property:new', '/listings/new', 'Add a property', 'City'],
  ['showing:new:1', '/listings/1', 'New Showing', 'Client Email'],
  ['showing:edit:1', '/listings/1', /^Edit showing/, 'Client Email'],
  ['open-house:new:1', '/listings/1', 'New Open House', 'Start Time'],
  ['open-house:edit:1', '/listings/1', /^Edit open house/, 'Start Time'],
  ['visitor:new:1', '/listings/1', 'Add Visitor', 'Client Email'],
  ['appointment:new', '/dashboard', 'New Appointment', 'Title'],
  ['tour:new', '/tours/new', null, 'Client Email'],
  ['tour:edit:1', '/tours/1?edit=all', null, 'Client Email'],
])(
  'A1: what was typed is kept as %s, there again when the app is opened anew, and can be discarded',
  async (...one) => {
    const [name, address, opener, label] = one
    const agent = await anAgentWithRecords()
    const { owner } = agent.device
    const field = page.getByRole('form').getByLabelText(label, { exact: true })
    const typed = label === 'Start Time' ? '08:15' : 'kept@mailbox.example'
    async function openForm() {
      const { unmount } = await openScreens(agent, address)
      if (opener !== null) await page.getByRole('button', { name: opener, exact: true }).click()
      await expect.element(field).toBeVisible()
      return unmount
    }
    const unmount = await openForm()
    const before = (field.element() as HTMLInputElement).value
    await field.fill(typed)
    await expect.poll(() => loadDraft(owner, name)).not.toBeNull()
    await unmount()

    await openForm()
    await expect.element(field).toHaveValue(typed)
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect.element(field).toHaveValue(before)
    await expect.poll(() => loadDraft(owner, name)).toBeNull()
  },
)
