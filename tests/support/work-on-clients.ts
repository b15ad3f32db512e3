import { expect, type Page } from '@playwright/test'

/** Navigates by links and buttons only, without reloading. On phones, places that do not fit in the bar are under *More*. */
export async function toPlace(page: Page, place: string): Promise<void> {
  const inBar = page.getByRole('navigation').getByRole('link', { name: place, exact: true })
  const more = page.getByRole('navigation').getByRole('link', { name: 'More places' })
  await inBar.or(more).first().waitFor()
  const isInBar = await inBar.first().isVisible()
  if (!isInBar) await more.click()
  await (isInBar ? inBar.first() : page.getByRole('link', { name: place, exact: true })).click()
  await expect(page.getByRole('heading', { level: 1, name: place, exact: true })).toBeVisible()
}

export type ClientText = Partial<Record<'First Name' | 'Last Name' | 'Email' | 'Phone Number' | 'Notes', string>>

export async function addClient(page: Page, client: ClientText): Promise<void> {
  await toPlace(page, 'Clients')
  await page.getByRole('link', { name: 'Add New Client' }).click()
  for (const [label, text] of Object.entries(client)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Create Client' }).click()
  const name = `${client['First Name']} ${client['Last Name']}`
  await expect(page.getByText(`${name} has been added successfully.`)).toBeVisible()
  await expect(page).not.toHaveURL(/\/clients\/new$/)
}

export async function openClientForm(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `View ${name}` }).click()
  await page.getByRole('link', { name: 'Edit Client' }).click()
  await expect(page.getByLabel('Phone Number')).toBeVisible()
}

export async function saveClientForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect(page).not.toHaveURL(/\/clients\/edit\//)
}

export async function deleteClient(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: `View ${name}` })).toBeHidden()
}

export async function searchClient(page: Page, name: string): Promise<void> {
  await toPlace(page, 'Clients')
  await page.getByRole('searchbox').fill(name)
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === name)
  await expect(page.getByRole('link', { name: `View ${name}` })).toBeVisible()
}
