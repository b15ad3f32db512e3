import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

async function open(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await openScreens(agent, '/listings/import')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Import Listings' })).toBeVisible()
  return agent
}

async function choose(...rows: string[]) {
  const text = ['Address,Unit,City,State,Zip,Price,Status,List Date', ...rows].join('\r\n')
  await userEvent.upload(page.getByLabelText('Choose File'), new File([text], 'mine.csv', { type: 'text/csv' }))
}

test('a row becomes a listing with its property, and a property of the catalog is not added again', async () => {
  const agent = await open()
  const { database } = agent.device
  await database.properties.put({
    key: '7',
    id: 7,
    address: '100 Main St #4A',
    city: 'Salem',
    state: 'OR',
    zip_code: '97301',
    bedrooms: 2,
    bathrooms: 1,
    square_feet: null,
  })
  await choose(
    '100 Main St,4A,Salem,OR,97301,"$280,000",Active,2026-10-02',
    '100 Main St,4B,Salem,OR,97301,"$290,000",Sold,2026-03-02',
    '9 Low St,,Salem,OR,97301,,Active,',
  )
  await expect.element(page.getByText('2 new · 1 cannot be imported')).toBeVisible()
  await expect
    .element(page.getByRole('table', { name: 'Cannot be imported' }))
    .toHaveTextContent('Listing Price is required.')
  await button('Import 2 Listings').click()
  await expect.element(page.getByText('2 listings added.').first()).toBeVisible()
  const listings = await database.listings.toArray()
  expect(listings.map(({ listing_price, status, property }) => [property.address, listing_price, status])).toEqual(
    expect.arrayContaining([
      ['100 Main St #4A', 280_000, 'For Sale'],
      ['100 Main St, Unit 4B', 290_000, 'Sold'],
    ]),
  )
  expect(await database.properties.count()).toBe(2)
  expect(listings.find(({ status }) => status === 'For Sale')?.property_key).toBe('7')

  await button('Import Another File').click()
  await choose('100 Main St,4B,Salem,OR,97301,"$290,000",Sold,2026-03-02')
  await expect.element(page.getByText('1 already here')).toBeVisible()
  await expect.element(page.getByText('The same as your listing 100 Main St, Unit 4B')).toBeVisible()
  await expect.element(button('Nothing to Import')).toBeVisible()
})

test('undoing an import deletes properties used nowhere else, and keeps listings with visits', async () => {
  const agent = await open()
  const { database } = agent.device
  await choose('1 Main St,,Salem,OR,97301,280000,Active,', '2 Main St,,Salem,OR,97301,290000,Active,')
  await button('Import 2 Listings').click()
  await expect.element(page.getByText('2 listings added.').first()).toBeVisible()
  const visited = (await database.listings.toArray()).find(({ property }) => property.address === '2 Main St')
  await database.showings.put({
    key: 's1',
    listing_key: visited?.key ?? '',
    showing_date: '2026-12-01',
    start_time: '10:00:00',
    end_time: '10:30:00',
    client_email: 'jo@example.com',
  })
  await button('Undo the import of mine.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByText('1 listing deleted, 1 stays, changed or used since.')).toBeVisible()
  expect((await database.listings.toArray()).map(({ property }) => property.address)).toEqual(['2 Main St'])
  expect((await database.properties.toArray()).map(({ address }) => address)).toEqual(['2 Main St'])
  expect(await database.outbox.count()).toBe(2)
})
