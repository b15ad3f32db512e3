import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import { photoCacheName } from '#storage/database/device-name.ts'
import { freeSpace } from '#storage/device/device-writer.ts'
import { storeSharedContent, readShared } from '#storage/sharing/shared-content.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { googleCalendar } from '#tests/support/calendar-files.ts'
import { resoHomes } from '#tests/support/home-files.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test.each([
  ['work.ics', googleCalendar, 'Import Appointments'],
  ['reso.csv', resoHomes, 'Import Listings'],
])('a shared %s opens in the right import', async (name, text, title) => {
  const agent = await anAgentAtWork()
  const shared = new FormData()
  shared.append('files', new File([text], name))
  await storeSharedContent(String(agent.id), shared)
  await openScreens(agent, '/shared')
  await expect.element(heading(title)).toBeVisible()
  await expect.element(page.getByText(name, { exact: true }).first()).toBeVisible()
})

test('a shared file leads to its import; an earlier shared photo stays, and leads to a listing', async () => {
  const agent = await anAgentAtWork()
  const photo = new FormData()
  photo.append('files', new File(['…'], 'kitchen.png', { type: 'image/png' }))
  await storeSharedContent(String(agent.id), photo)
  const calendar = new File([googleCalendar], 'work.ics')
  opens(calendar)
  const app = await openScreens(agent, '/shared')
  await expect.element(heading('Import Appointments')).toBeVisible()
  await expect.element(page.getByText('work.ics', { exact: true }).first()).toBeVisible()
  opens()
  app.go('/shared')
  await expect.element(page.getByRole('heading', { name: 'Which listing is it for?' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await page.getByRole('link', { name: 'Create Listing' }).click()
  await expect.element(heading('Create Listing')).toBeVisible()
})

test('several shared files and photos are offered; used ones disappear, and the rest waits', async () => {
  const agent = await anAgentAtWork()
  const shared = new FormData()
  shared.append('files', new File(['…'], 'kitchen.png', { type: 'image/png' }))
  shared.append('files', new File([googleCalendar], 'work.ics'))
  shared.append('files', new File([resoHomes], 'reso.csv'))
  await storeSharedContent(String(agent.id), shared)
  const app = await openScreens(agent, '/shared')
  await expect.element(page.getByRole('heading', { name: 'Which listing is it for?' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import reso.csv' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await page.getByRole('button', { name: 'Import work.ics' }).click()
  await expect.element(heading('Import Appointments')).toBeVisible()
  app.go('/shared')
  await expect.element(page.getByRole('heading', { name: 'Which listing is it for?' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import work.ics' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Import reso.csv' }).click()
  await expect.element(heading('Import Listings')).toBeVisible()
  app.go('/shared')
  await expect.element(page.getByRole('heading', { name: 'Which listing is it for?' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import reso.csv' })).not.toBeInTheDocument()
})

test('after the import of one shared file the next one is offered, of any kind', async () => {
  const agent = await anAgentAtWork()
  const card = (name: string) =>
    `BEGIN:VCARD\r\nVERSION:3.0\r\nN:${name};Al;;;\r\nFN:Al ${name}\r\nEMAIL:${name}@example.com\r\nEND:VCARD\r\n`
  const shared = new FormData()
  shared.append('files', new File(['…'], 'kitchen.png', { type: 'image/png' }))
  shared.append('files', new File([card('Lee')], 'lee.vcf'))
  shared.append('files', new File([card('Park')], 'park.vcf'))
  shared.append('files', new File([googleCalendar], 'work.ics'))
  await storeSharedContent(String(agent.id), shared)
  await openScreens(agent, '/shared')
  await page.getByRole('button', { name: 'Import lee.vcf' }).click()
  await page.getByRole('button', { name: 'Import 1 Client' }).click()
  await expect.element(page.getByText('1 client added.').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import work.ics' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import lee.vcf' })).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
  await page.getByRole('button', { name: 'Import park.vcf' }).click()
  await page.getByRole('button', { name: 'Import 1 Client' }).click()
  await expect.element(page.getByText('1 client added.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Import work.ics' }).click()
  await expect.element(heading('Import Appointments')).toBeVisible()
  await page.getByRole('button', { name: /^Import \d+ Appointments?$/ }).click()
  await page.getByRole('link', { name: 'Add the shared photo to a listing' }).click()
  await expect.element(page.getByRole('heading', { name: 'Which listing is it for?' })).toBeVisible()
})

test('photos shared with a file are added to their listing, and then the file is imported', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1, { property: { address: '1 River Oak Way' } })
  const canvas = new OffscreenCanvas(8, 6)
  canvas.getContext('2d')
  const shared = new FormData()
  shared.append('files', new File([await canvas.convertToBlob()], 'kitchen.png', { type: 'image/png' }))
  shared.append('files', new File([googleCalendar], 'work.ics'))
  await storeSharedContent(String(agent.id), shared)
  await openScreens(agent, '/shared')
  await page.getByRole('button', { name: '1 River Oak Way' }).click()
  await expect.element(heading('Import Appointments')).toBeVisible()
  await expect.element(page.getByText('work.ics', { exact: true }).first()).toBeVisible()
  expect(await agent.device.database.outbox.toArray()).toMatchObject([{ entity: 'listing_image' }])
})

test.each(['now', 'by an earlier version'])(
  'photos shared %s stay on a full device until they are used or the agent leaves',
  async (when) => {
    const agent = await anAgentAtWork()
    opens()
    const owner = String(agent.id)
    const shared = new FormData()
    shared.append('files', new File(['…'], 'kitchen.png', { type: 'image/png' }))
    if (when === 'now') {
      await storeSharedContent(owner, shared)
      await (await caches.open(photoCacheName(owner))).put('/photos/kept/320', new Response('picture'))
      expect(await freeSpace(owner, agent.device.database)).toBe(true)
    } else await (await caches.open(photoCacheName(owner))).put('/shared-content', new Response(shared))
    await openScreens(agent, '/shared')
    await expect.element(page.getByRole('heading', { name: 'Which listing is it for?' })).toBeVisible()
    await deleteDevice(owner)
    expect(await readShared(owner)).toBeNull()
    expect((await caches.keys()).filter((name) => name.endsWith(`:${owner}`))).toEqual([])
  },
)

test('the page says if the device had no room for a shared file, and earlier ones still wait', async () => {
  opens()
  const agent = await anAgentAtWork()
  const shared = new FormData()
  shared.append('files', new File([googleCalendar], 'work.ics'))
  await storeSharedContent(String(agent.id), shared)
  await openScreens(agent, '/shared?unkept=true')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Free some space, then share it again.')
  await expect.element(page.getByRole('button', { name: 'Import work.ics' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('with nothing shared the page says what can be shared, and links back; axe finds no problem', async () => {
  opens()
  const app = await openScreens(await anAgentAtWork(), '/shared')
  await expect.element(page.getByRole('heading', { name: 'Nothing is waiting here' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  const today = page.getByRole('link', { name: 'Back to Today' })
  ;(today.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => app.address()).toBe('/today')
})

function opens(...opened: File[]) {
  const files = opened.map((file) => ({ getFile: () => Promise.resolve(file) }))
  const launchQueue = { setConsumer: (consumer: (launch: { files: typeof files }) => void) => consumer({ files }) }
  Object.defineProperty(window, 'launchQueue', { configurable: true, value: launchQueue })
  onTestFinished(() => void Reflect.deleteProperty(window, 'launchQueue'))
}
