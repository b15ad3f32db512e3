import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const onDay = (days: number, now: number) => addDays(dateOfInstant(now), days).replaceAll('-', '')

function calendarOf({ device }: Agent): File {
  const day = (days: number) => onDay(days, device.clock.now())
  const event = (uid: string, start: string, title: string) =>
    `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:${start}\r\nDURATION:PT30M\r\nSUMMARY:${title}\r\nEND:VEVENT\r\n`
  const events = [
    event('over', `${day(-200)}T090000`, 'Long ago'),
    event('one', `${day(3)}T090000`, 'Inspection'),
    event('two', `${day(4)}T140000`, 'Closing'),
    event('day', day(5), 'Birthday').replace('DTSTART:', 'DTSTART;VALUE=DATE:'),
  ]
  return new File([`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`], 'work.ics')
}

async function choose(agent: Agent) {
  await userEvent.upload(page.getByLabelText('Choose File'), calendarOf(agent))
}

async function open(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await openScreens(agent, '/appointments/import')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Import Appointments' })).toBeVisible()
  return agent
}

const appointments = async ({ device }: Agent) =>
  (await device.database.appointments.toArray()).map(({ title }) => title).toSorted()

test('a calendar becomes appointments on this device, past ones only if the agent wants them', async () => {
  const agent = await open()
  await choose(agent)
  await expect.element(page.getByText('2 new · 1 cannot be imported · 1 already past')).toBeVisible()
  await expect
    .element(page.getByRole('table', { name: 'Cannot be imported' }))
    .toHaveTextContent('This is an all-day event; an appointment needs a start and an end time.')
  await button('All').click()
  await expect.element(button('Import 3 Appointments')).toBeVisible()
  await button('Today and later').click()
  await button('Import 2 Appointments').click()
  await expect.element(page.getByText('2 appointments added.').first()).toBeVisible()
  expect(await appointments(agent)).toEqual(['Closing', 'Inspection'])
  expect(await agent.device.database.outbox.count()).toBe(2)
})

test('the same event is imported once, even after the agent has renamed and moved it', async () => {
  const agent = await open()
  const { device } = agent
  await choose(agent)
  await button('Import 2 Appointments').click()
  await expect.element(page.getByRole('link', { name: 'Show Calendar' })).toBeVisible()
  const [row] = await device.database.appointments.where('date').above('').toArray()
  if (row === undefined) throw new Error('Nothing was imported.')
  const { key, ...opened } = row
  await updateRecord(device.replica, device.clock, {
    opId: device.ids.uuid(),
    entity: 'appointment',
    key,
    opened,
    changes: { title: 'Another name', start_time: '06:00:00' },
  })
  await button('Import Another File').click()
  await choose(agent)
  await expect.element(page.getByText('2 already here · 1 cannot be imported · 1 already past')).toBeVisible()
  await expect.element(button('Nothing to Import')).toBeVisible()

  // By keyboard, because a message may cover it.
  ;(button('Undo the import of work.ics').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByText('1 appointment deleted, 1 stays, changed or used since.')).toBeVisible()
  expect(await appointments(agent)).toEqual(['Another name'])
})

test('an address book is referred to its own import page', async () => {
  await open()
  await userEvent.upload(page.getByLabelText('Choose File'), new File(['BEGIN:VCARD\r\nEND:VCARD'], 'people.vcf'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Settings has Import Clients for it.')
})
