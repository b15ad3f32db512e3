import { expect, type Page } from '@playwright/test'

/** Like a person who never reloads: through links and buttons only. */
/** By the bar; what a phone's has no room for stands under *More*. */
export async function toPlace(page: Page, place: string): Promise<void> {
  const inBar = page.getByRole('navigation').getByRole('link', { name: place, exact: true })
  const more = page.getByRole('navigation').getByRole('link', { name: 'More places' })
  await inBar.or(more).first().waitFor()
  const isInBar = await inBar.first().isVisible()
  if (!isInBar) await more.click()
  await (isInBar ? inBar.first() : page.getByRole('link', { name: place, exact: true })).click()
  await expect(page.getByRole('heading', { level: 1, name: place, exact: true })).toBeVisible()
}

/** What is typed, by the labels of the form. */
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

/** Opens the form of a client who is shown; gives the form back to be filled. */
export async function openClientForm(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `View ${name}` }).click()
  await page.getByRole('link', { name: 'Edit Client' }).click()
  await expect(page.getByLabel('Phone Number')).toBeVisible()
}

/** Ends on the client's own page. */
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
