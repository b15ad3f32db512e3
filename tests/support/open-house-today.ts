import { expect, type Page } from '@playwright/test'
import { createListing } from './journey-steps.ts'

/** Lists the house at `address` with an open house all day; ends on the listing's page and returns its URL. */
export async function openHouseToday(page: Page, origin: string, address: string): Promise<string> {
  await createListing(page, origin, { address, description: 'Oak shade over the back lawn.' })
  await page.getByRole('article', { name: address }).getByRole('link', { name: /^View/ }).click()
  await page.getByRole('button', { name: 'New Open House' }).click()
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
  await page.getByLabel('Date', { exact: true }).fill(today)
  await page.getByLabel('Start Time').fill('00:00')
  await page.getByLabel('End Time').fill('23:59')
  await page.getByRole('button', { name: 'Create Open House' }).click()
  await expect(page.getByRole('link', { name: 'Start Sign-in' }).first()).toBeVisible()
  return page.url()
}
