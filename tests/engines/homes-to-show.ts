import { test } from 'vitest'
import type { WorkingDay } from '#tests/support/working-day.ts'
import type { BrowserWithServer } from './browser-with-server.ts'
import type { EnginePage } from './engine-page.ts'
import { startTour, syncState } from './fanlight.ts'
import { button, css, label, link, text } from './targets.ts'

const home = '1427 SE 34th Ave'

export function showHomes(shared: BrowserWithServer, dayOf: () => WorkingDay): void {
  test('adds a home to show by pasting its address in Create Tour, and saves its listing agent', async () => {
    const { page } = shared
    await page.goto('/tours/new')
    await addHome(page, `${home}\nPortland, OR 97214\nUSA`, 'Add home')
    await page.click(button(`Remove ${home}`))
    await openHome(page, home)
    await page.see(text('Portland, OR 97214'))
    await page.click(button('Edit listing agent of'))
    await page.fill(label('Listing Agent'), 'Dana Wu')
    await page.fill(label('Phone'), '(503) 555-0163')
    await page.click(button('Save'))
    await page.see(link('Call Dana Wu'))
    await syncState(page, 'saved')
  })

  test('makes that home the agent’s listing, and removes another one', async () => {
    const { page } = shared
    await page.click(link('Make it my listing'))
    await page.heading('Make It My Listing')
    await page.fill(label('Listing Price'), '525000')
    await page.fill(label('Description'), 'Light on three sides.')
    await page.click(button('Make it my listing'))
    await page.see(text('Open Houses'))
    await seeHomesIShow(page)
    await page.see(text('No homes yet'))
    await addHome(page, '20 NE Alberta St, Portland, OR 97211', 'Add home')
    await openHome(page, '20 NE Alberta St')
    await page.click(button('Remove this home'))
    await page.see(css('[role=alertdialog]'))
    await page.click(button('Delete'))
    await page.see(text('Home Deleted'))
    await seeHomesIShow(page)
    await page.see(text('No homes yet'))
    await syncState(page, 'saved')
  })

  test('adds a home to a running tour, and corrects its ZIP code at the stop', async () => {
    const { page } = shared
    const [, listed] = dayOf().homes
    await page.goto('/tours/new')
    await page.see(button(`Add ${listed}`))
    await page.fill(label('Client Email'), 'ann@mailbox.example')
    await page.click(button(`Add ${listed}`))
    await page.click(button('Next day'))
    await page.click(button('Create Tour'))
    await startTour(page)
    await page.until(`document.body.innerText.includes('stop 1 of 1')`)
    await addHome(page, '100 Elm Ave, Milwaukie, OR 97267', 'Add to the tour')
    await page.until(`document.body.innerText.includes('stop 1 of 2')`)
    await page.click(button('Edit home 100 Elm Ave'))
    await page.fill(label('ZIP Code'), '97222')
    await page.click(button('Update home'))
    await page.until(`document.querySelector('[role=dialog]') === null`)
    await openHome(page, '100 Elm Ave')
    await page.see(text('Milwaukie, OR 97222'))
    await syncState(page, 'saved')
  })
}

async function addHome(page: EnginePage, pasted: string, save: string): Promise<void> {
  await page.click(button('Add a home'))
  await page.paste(label('Address'), pasted)
  await page.see(text('Filled in: ZIP Code'))
  await page.click(button(save))
  await page.until(`document.querySelector('[role=dialog]') === null`)
}

async function seeHomesIShow(page: EnginePage): Promise<void> {
  await page.goto('/my-listings')
  await page.click(button('Homes I show'))
}

async function openHome(page: EnginePage, address: string): Promise<void> {
  await seeHomesIShow(page)
  await page.click(link(`View Details of ${address}`))
  await page.heading(address)
}
