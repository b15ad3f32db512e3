import { expect, type Page } from '@playwright/test'
import type { SavedWork } from './report.ts'

/** Like a person who never reloads: through links and buttons only. */
export async function openClients(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/clients`)
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
}

const nameOf = (name: string) => `${name} Danger`

export async function addClient(page: Page, saved: SavedWork, name: string): Promise<void> {
  await toClients(page)
  await page.getByRole('link', { name: 'Add New Client' }).click()
  await page.getByLabel('First Name').fill(name)
  await page.getByLabel('Last Name').fill('Danger')
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`)
  await page.getByRole('button', { name: 'Create Client' }).click()
  await expect(page.getByText(`${nameOf(name)} has been added successfully.`)).toBeVisible()
  saved.clients.set(name, '')
}

export async function noteAbout(page: Page, saved: SavedWork, name: string, note: string): Promise<void> {
  await toClients(page)
  await find(page, name)
  await page.getByRole('link', { name: `View ${nameOf(name)}` }).click()
  await page.getByRole('link', { name: 'Edit Client' }).click()
  await page.getByLabel('Phone Number').fill(note)
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect(page.getByText(`${nameOf(name)} has been updated successfully.`).first()).toBeVisible()
  saved.clients.set(name, note)
}

export async function deleteClient(page: Page, saved: SavedWork, name: string): Promise<void> {
  await toClients(page)
  await find(page, name)
  await page.getByRole('button', { name: `Delete ${nameOf(name)}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: `View ${nameOf(name)}` })).toBeHidden()
  saved.clients.set(name, null)
}

async function toClients(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Clients' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
}

async function find(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(nameOf(name))
  await expect(page).toHaveURL(new RegExp(`search=${name}`))
  await expect(page.getByRole('link', { name: `View ${nameOf(name)}` })).toBeVisible()
}
