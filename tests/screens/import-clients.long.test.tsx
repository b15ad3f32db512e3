import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { JudgedFile } from '#core/import/plan-import.ts'
import { makeImport } from '#core/import/make-import.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { untilQueriesEnd } from '#storage/reading/live-query.ts'
import { untilDatabasesAreIdle } from '#tests/support/until-databases-are-idle.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const table = (...rows: string[]) =>
  new File([['First Name,Last Name,Email 1,Phone 1,Tags', ...rows].join('\r\n')], 'people.csv', { type: 'text/csv' })

async function choose(file: File) {
  await userEvent.upload(page.getByLabelText('Choose File'), file)
}

async function open(agent: Agent) {
  await openScreens(agent, '/clients/import')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Import Clients' })).toBeVisible()
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const outboxCount = ({ device }: Agent) => device.database.outbox.count()

test('people of a table become clients on this device, each once, after a preview', async () => {
  const agent = await anAgentAtWork()
  await open(agent)
  await choose(table('Elena,Vasquez,elena@example.com,503 555 0100,Sellers', 'Cher,,cher@example.com,,'))
  await expect.element(page.getByText('1 new · 1 cannot be imported')).toBeVisible()
  await expect
    .element(page.getByRole('table', { name: 'Cannot be imported' }))
    .toHaveTextContent('Last Name is required.')
  await expect
    .element(page.getByRole('table', { name: 'New clients' }))
    .toHaveTextContent('elena@example.com · 503 555 0100')
  expect(await agent.device.database.clients.count()).toBe(0)

  await button('Import 1 Client').click()
  await expect.element(page.getByText('1 client added.').first()).toBeVisible()
  // The button is gone from the page, and the keyboard continues from its result.
  await expect.poll(() => document.activeElement?.textContent).toBe('1 client added.')
  expect(await agent.device.database.clients.toArray()).toMatchObject([
    { first_name: 'Elena', last_name: 'Vasquez', category: 'Seller', notes: 'Tags: Sellers' },
  ])
  expect(await outboxCount(agent)).toBe(1)

  await button('Import Another File').click()
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Choose the file/)
  await choose(table('Elena,Vasquez,elena@example.com,503 555 0100,Sellers'))
  await expect.element(page.getByText('1 already here')).toBeVisible()
  await expect.element(button('Nothing to Import')).toBeVisible()
  expect(await outboxCount(agent)).toBe(1)
})

test('people who match a client are merged, added or left out, as the agent decides', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, {
    first_name: 'Jo',
    last_name: 'Ng',
    email: 'jo@example.com',
    notes: 'Likes tea',
  })
  await open(agent)
  await choose(table('Jo,Ng,jo@example.com,503 555 0100,VIP', 'Kim,Ng,jo@example.com,,', 'Al,Lee,al@example.com,,'))
  await expect.element(page.getByText('1 new · 2 already here')).toBeVisible()
  await expect.element(button('Import 2, Update 1')).toBeVisible()
  const kim = page.getByRole('group', { name: 'What to do with Kim Ng, line 3' })
  await expect.element(kim.getByRole('button', { name: 'Keep both' })).toHaveAttribute('aria-pressed', 'true')
  await kim.getByRole('button', { name: 'Skip' }).click()
  await button('Import 1, Update 1').click()
  await expect.element(page.getByText('1 client added, 1 updated.').first()).toBeVisible()
  const clients = await agent.device.database.clients.toArray()
  expect(clients.map(({ first_name }) => first_name).toSorted()).toEqual(['Al', 'Jo'])
  expect(clients.find(({ key }) => key === '1')).toMatchObject({
    phone_number: '503 555 0100',
    notes: 'Likes tea\nTags: VIP',
  })
})

test('undoing an import leaves nothing, except people who were used since', async () => {
  const agent = await anAgentAtWork()
  const { device } = agent
  await saved(device, 'client', 1, { first_name: 'Jo', last_name: 'Ng', email: 'jo@example.com', notes: '' })
  await open(agent)
  await choose(table('Jo,Ng,jo@example.com,503 555 0100,', 'Al,Lee,al@example.com,,', 'Bo,Berg,bo@example.com,,'))
  await button('Import 2, Update 1').click()
  await expect.element(page.getByRole('link', { name: 'Show Clients' })).toBeVisible()
  const bo = (await device.database.clients.toArray()).find(({ first_name }) => first_name === 'Bo')
  await createRecord(device.replica, device.clock, {
    opId: device.ids.uuid(),
    entity: 'interaction',
    changes: { kind: 'Call', date: '2026-11-20', time: '09:00:00', text: 'Looks for a yard' },
    references: { client: { entity: 'client', key: bo?.key ?? '' } },
  })

  await button('Undo the import of people.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByText('1 client deleted, 1 as before, 1 stays, changed or used since.')).toBeVisible()
  const left = await device.database.clients.toArray()
  expect(left.map(({ first_name }) => first_name).toSorted()).toEqual(['Bo', 'Jo'])
  expect(left.find(({ key }) => key === '1')?.phone_number).toBe('')
  await expect.element(page.getByText('Imported on this device')).not.toBeInTheDocument()
  expect(
    await device.database.outbox
      .where('entity')
      .equals('client')
      .count()
      .catch(() => null),
  ).not.toBe(0)
})

test('a person who became a client during the preview is not added twice', async () => {
  const agent = await anAgentAtWork()
  const { device } = agent
  await open(agent)
  await choose(table('Al,Lee,al@example.com,,', 'Bo,Berg,bo@example.com,,'))
  await expect.element(button('Import 2 Clients')).toBeVisible()
  await saved(device, 'client', 1, { first_name: 'Al', last_name: 'Lee', email: 'al@example.com' })
  await button('Import 2 Clients').click()
  await expect.element(page.getByText('1 client added.').first()).toBeVisible()
  expect(await device.database.clients.count()).toBe(2)
})

test('the columns of an unknown table are chosen once, and remembered', async () => {
  const agent = await anAgentAtWork()
  const strange = () => new File(['Wer,Wie\r\nJo Ng,jo@example.com\r\nAl Lee,al@example.com\r\n'], 'strange.csv')
  await open(agent)
  await choose(strange())
  await expect.element(page.getByText('Choose the columns for the name and the email.')).toBeVisible()
  await page.getByLabelText('Wer').selectOptions('Full name')
  await page.getByLabelText('Wie').selectOptions('Email')
  await expect.element(page.getByText('2 new')).toBeVisible()
  await button('Import 2 Clients').click()
  await button('Import Another File').click()
  await choose(strange())
  await expect.element(page.getByText('2 already here')).toBeVisible()
})

test.each([
  ['an empty file', new File([''], 'none.csv'), 'This file is empty.'],
  [
    'a workbook',
    new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'people.xlsx'),
    'This is a workbook or an archive. Save it as CSV',
  ],
  ['a picture', new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0])], 'house.jpg'), 'This is not a text file.'],
])('%s is refused with a reason, and another file can be chosen', async (_, file, words) => {
  await open(await anAgentAtWork())
  await choose(file)
  await expect.element(page.getByRole('alert')).toHaveTextContent(words)
  await choose(table('Al,Lee,al@example.com,,'))
  await expect.element(page.getByText('1 new')).toBeVisible()
})

test('a column chosen during a slow comparison of the file stays chosen', async () => {
  const answers = holdAnswers()
  await open(await anAgentAtWork())
  await choose(new File(['Wer,Wie,Wo\r\nJo Ng,jo@example.com,Salem\r\n'], 'strange.csv'))
  await expect.element(button('Nothing to Import')).toBeVisible()
  const field = (heading: string) => page.getByLabelText(heading, { exact: true }).element() as HTMLSelectElement
  const say = (heading: string, meaning: string) => {
    field(heading).value = meaning
    field(heading).dispatchEvent(new Event('change', { bubbles: true }))
  }
  answers.hold()
  say('Wer', 'full_name')
  await expect.poll(answers.count).toBeGreaterThan(0)
  say('Wie', 'email')
  answers.giveHeld()
  await untilDatabasesAreIdle()
  await untilQueriesEnd()
  say('Wo', 'notes')
  answers.letGo()
  await expect.element(button('Import 1 Client')).toBeEnabled()
  expect(['Wer', 'Wie', 'Wo'].map((heading) => field(heading).value)).toEqual(['full_name', 'email', 'notes'])
})

test('contacts picked from the phone are previewed, imported once, and undone like a file', async () => {
  const picked = [
    { name: ['Jo Ng'], email: ['jo@example.com'], tel: ['503 555 0100'] },
    { name: ['No Mail'], tel: ['503 555 0101'] },
  ]
  // Chromium has this API on Android only.
  Object.defineProperty(navigator, 'contacts', { configurable: true, value: { select: () => Promise.resolve(picked) } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'contacts'))
  const agent = await anAgentAtWork()
  await open(agent)
  await button('Pick from This Phone').click()
  await expect.element(page.getByText('1 new · 1 cannot be imported')).toBeVisible()
  await button('Import 1 Client').click()
  await button('Import Another File').click()
  expect(await agent.device.database.clients.toArray()).toMatchObject([
    { first_name: 'Jo', last_name: 'Ng', email: 'jo@example.com', phone_number: '503 555 0100' },
  ])
  await button('Pick from This Phone').click()
  await expect.element(button('Nothing to Import')).toBeVisible()
  await button('Undo the import of Contacts on this phone').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByText('1 client deleted.')).toBeVisible()
  expect(await agent.device.database.clients.count()).toBe(0)
})

test('an import cut short by closing the page is not listed as complete', async () => {
  const agent = await anAgentAtWork()
  const { device } = agent
  const people = Array.from({ length: 250 }, (_, number) => ({
    entity: 'client' as const,
    changes: { first_name: 'Al', last_name: `Lee ${number}`, email: `al${number}@example.com`, category: 'Buyer' },
  }))
  const run = { of: 'clients', entity: 'client', merges: [], isStopped: () => false } as const
  const endPage = () => {
    throw new Error('The page is gone.')
  }
  const cut = { ...run, id: device.ids.uuid(), name: 'huge.csv', creates: people, onProgress: endPage }
  await expect(makeImport(device, cut)).rejects.toThrow('The page is gone.')
  const whole = { ...run, id: device.ids.uuid(), name: 'small.csv', creates: people.slice(0, 2), onProgress: () => {} }
  await makeImport(device, whole)

  await open(agent)
  const list = page.getByRole('listitem')
  await expect
    .element(list.filter({ hasText: 'huge.csv' }))
    .toHaveTextContent('100 of 250 so far. If it has stopped, choose the file again to continue.')
  await expect.element(list.filter({ hasText: 'small.csv' })).not.toHaveTextContent('so far')
})

test('the page responds while it reads and imports 10,000 people', async () => {
  const agent = await anAgentAtWork()
  await open(agent)
  const pieces = sizesOfAnswers()
  await choose(table(...Array.from({ length: 10_000 }, (_, number) => `Al,Lee ${number},al${number}@example.com,,`)))
  await expect.element(button('Import 10,000 Clients')).toBeVisible()
  // The page responds between two parts, and renders a small part of the table.
  expect(Math.max(...pieces)).toBeLessThanOrEqual(500)
  expect(pieces.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(10_000)
  expect(document.querySelectorAll('main *').length).toBeLessThan(2000)
  await button('Import 10,000 Clients').click()
  await expect.element(page.getByRole('progressbar', { name: 'Import' })).toBeVisible()
  await expect.poll(() => agent.device.database.clients.count(), { timeout: 50_000 }).toBeGreaterThan(500)
  await button('Stop').click()
  await expect.element(page.getByRole('heading', { name: 'Stopped' })).toBeVisible()
  const made = await agent.device.database.clients.count()
  expect(await outboxCount(agent)).toBe(made)
  await expect.element(page.getByText(`${(10_000 - made).toLocaleString('en-US')} were left out.`)).toBeVisible()
})

/** Delays the messages of workers, as a slow device does. */
function holdAnswers() {
  let isHeld = false
  let held: (() => void)[] = []
  class SlowWorker extends Worker {
    override addEventListener(type: string, listener: (event: Event) => void) {
      super.addEventListener(type, (event) => {
        if (isHeld) held.push(() => listener(event))
        else listener(event)
      })
    }
  }
  vi.stubGlobal('Worker', SlowWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
  const giveHeld = () => {
    for (const give of held) give()
    held = []
  }
  return {
    hold: () => (isHeld = true),
    count: () => held.length,
    giveHeld,
    letGo: () => {
      isHeld = false
      giveHeld()
    },
  }
}

/** Counts the rows of a file in each message of a worker from now on. */
function sizesOfAnswers(): number[] {
  const sizes: number[] = []
  class CountedWorker extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given)
      this.addEventListener('message', ({ data }: MessageEvent<Partial<JudgedFile>>) => {
        sizes.push((data.records?.length ?? 0) + (data.refused?.length ?? 0))
      })
    }
  }
  vi.stubGlobal('Worker', CountedWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
  return sizes
}
