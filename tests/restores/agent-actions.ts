import { expect, type Locator, type Page } from '@playwright/test'
import { createListing } from '#tests/support/journey-steps.ts'
import { addClient, deleteClient, openClientForm, saveClientForm, toPlace } from '../support/work-on-clients.ts'
import type { Device } from './device.ts'
import { type Ledger, priceOf, wordOfPrice, wordsIn } from './ledger.ts'
import { type Colour, photoIn } from './photos-by-colour.ts'

export type Day = {
  number: number
  origin: string
  ledger: Ledger
  random: () => number
  freeAddresses: string[]
  freeColours: Colour[]
  tell: (what: string, device?: Device) => void
  stumbles: string[]
}

/** Does something on the screen and returns its description; null if the screen offers nothing to do it with. */
export type AgentAction = (day: Day, device: Device) => Promise<string | null>

const surname = 'Lee'

/** Toasts may cover the next button. */
export async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: /^Dismiss/ })
  for (let left = await dismiss.count(); left > 0; left -= 1)
    await dismiss
      .first()
      .click({ timeout: 1_000 })
      .catch(() => {})
}

export function pick<Item>(random: () => number, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)]
}

export const addsClient: AgentAction = async ({ ledger }, { page, agent, name: device }) => {
  const [mark, note] = [ledger.newWord(), ledger.newWord()]
  const fields = { 'First Name': mark, 'Last Name': surname, Email: `${mark}@example.com`, Notes: note }
  const words = [{ word: note, mark, field: 'notes', device }]
  await whileCreating(ledger, { kind: 'client', mark, agent }, words, () => addClient(page, fields))
  return `makes client ${mark} with note ${note}`
}

export const notesAboutClient: AgentAction = async (day, device) => {
  const mark = await openSomeClient(day, device)
  if (mark === null) return null
  const word = await addLine(day, device, mark, 'notes', device.page.getByLabel('Notes'))
  await whileSaving(day, word, () => saveClientForm(device.page))
  return `notes ${word} about client ${mark}`
}

export const phonesClient: AgentAction = async (day, device) => {
  const mark = await openSomeClient(day, device)
  if (mark === null) return null
  const field = device.page.getByLabel('Phone Number')
  const replaced = wordsIn(await field.inputValue())
  const word = day.ledger.newWord()
  await field.fill(word)
  day.ledger.unsure({ word, mark, field: 'phone_number', device: device.name })
  await whileSaving(day, word, () => saveClientForm(device.page), replaced)
  return `changes the phone of client ${mark} from ${replaced.join() || 'nothing'} to ${word}`
}

export const deletesClient: AgentAction = async (day, device) => {
  const { random, ledger } = day
  const { page } = device
  await toPlace(page, 'Clients')
  const mark = pickOne(random, await shownMarks(page.getByRole('article')))
  if (mark === undefined) return null
  await whileDeleting(day, device, mark, () => deleteClient(page, `${mark} ${surname}`))
  if (random() < 0.8) return `deletes client ${mark}`
  // The newest offer is the last one.
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByRole('link', { name: `View ${mark} ${surname}` })).toBeVisible()
  ledger.stays(mark, device.name)
  return `deletes client ${mark} and undoes it`
}

export const listsProperty: AgentAction = async (day, device) => {
  const { ledger, random, freeAddresses, freeColours, origin } = day
  const address = freeAddresses.pop()
  if (address === undefined) return null
  const [word, price] = [ledger.newWord(), ledger.newWord()]
  const colour = random() < 0.6 ? freeColours.pop() : undefined
  const photo = colour === undefined ? {} : { photo: await photoIn(colour) }
  const { agent, name } = device
  const words = [
    { word, mark: address, field: 'description', device: name },
    { word: price, mark: address, field: 'listing_price', device: name },
  ]
  await whileCreating(ledger, { kind: 'listing', mark: address, agent }, words, () =>
    createListing(device.page, origin, { address, price: priceOf(price), description: word, ...photo }),
  )
  if (colour !== undefined) ledger.made({ kind: 'photo', mark: colour, agent, parent: address })
  return `lists ${address} with ${word}, price ${price}${colour === undefined ? '' : ` and a ${colour} photo`}`
}

export const changesListing: AgentAction = async (day, device) => {
  const address = await openSomeListing(day, device, /^Edit /)
  if (address === null) return null
  const { page, name } = device
  const description = page.getByLabel('Description')
  await expect(description).toBeVisible()
  const save = async () => {
    await page.getByRole('button', { name: 'Update Listing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Listings' })).toBeVisible()
  }
  if (day.random() < 0.5) {
    const word = await addLine(day, device, address, 'description', description)
    await whileSaving(day, word, save)
    return `writes ${word} about ${address}`
  }
  const word = day.ledger.newWord()
  const field = page.getByLabel('Listing Price')
  const replaced = wordOfPrice((await field.inputValue()).replaceAll(/[^\d.]/g, ''))
  await field.fill(priceOf(word))
  day.ledger.unsure({ word, mark: address, field: 'listing_price', device: name })
  await whileSaving(day, word, save, [replaced])
  return `changes the price of ${address} from ${replaced} to ${word}`
}

export const addsPhoto: AgentAction = async (day, device) => {
  const colour = day.freeColours.at(-1)
  const address = colour === undefined ? null : await openSomeListing(day, device, /^Edit /)
  if (colour === undefined || address === null) return null
  day.freeColours.pop()
  const photos = device.page.getByRole('list', { name: 'Photos' }).getByRole('listitem')
  const before = await photos.count()
  const record = { kind: 'photo', mark: colour, agent: device.agent, parent: address } as const
  await whileCreating(day.ledger, record, [], async () => {
    await device.page.getByLabel('Add Photos').setInputFiles(await photoIn(colour))
    await expect(photos).toHaveCount(before + 1)
  })
  return `adds a ${colour} photo to ${address}`
}

export const deletesListing: AgentAction = async (day, device) => {
  const { page } = device
  await toPlace(page, 'My Listings')
  const articles = page.getByRole('article')
  const address = pickOne(day.random, await articles.getByRole('heading', { level: 2 }).allTextContents())
  if (address === undefined) return null
  const article = page.getByRole('article', { name: address })
  await whileDeleting(day, device, address, async () => {
    await article.getByRole('button', { name: /^Delete / }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(article).toBeHidden()
  })
  return `deletes the listing of ${address}`
}

export const addsShowing: AgentAction = async (day, device) => {
  const address = await openSomeListing(day, device, /^View Details/)
  if (address === null) return null
  const { page, agent } = device
  const mark = day.ledger.newWord()
  await page.getByRole('button', { name: 'New Showing', exact: true }).click()
  const form = page.getByRole('form', { name: 'New Showing' })
  await form.getByLabel('Showing Date').fill('2027-03-20')
  await form.getByLabel('Start Time').fill('10:00')
  await form.getByLabel('End Time').fill('10:30')
  await form.getByLabel('Client Email').fill(`${mark}@example.com`)
  await whileCreating(day.ledger, { kind: 'showing', mark, agent, parent: address }, [], async () => {
    await form.getByRole('button', { name: 'Create Showing' }).click()
    await expect(form).toBeHidden()
  })
  return `adds showing ${mark} to ${address}`
}

export const entersFigures: AgentAction = async (day, device) => {
  const address = await openSomeListing(day, device, /^Dashboard of /)
  if (address === null) return null
  const { page, name } = device
  const word = day.ledger.newWord()
  await page.getByRole('button', { name: 'Enter Figures' }).click()
  const sheet = page.getByRole('dialog', { name: 'Enter Figures' })
  await sheet.getByLabel('Platform').first().selectOption({ label: 'Other' })
  await sheet.getByRole('textbox', { name: 'Platform' }).fill(word)
  await sheet
    .getByRole('group', { name: 'Past week' })
    .getByRole('textbox', { name: /^Views/ })
    .last()
    .fill(priceOf(word))
  day.ledger.unsure({ word, mark: address, field: 'figures', device: name })
  await whileSaving(day, word, async () => {
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toBeHidden()
  })
  return `enters ${word} as figures of ${address}`
}

export const addsAppointment: AgentAction = async ({ ledger }, { page, agent }) => {
  await toPlace(page, 'Dashboard')
  const mark = ledger.newWord()
  await page.getByRole('button', { name: 'New Appointment' }).click()
  const form = page.getByRole('form', { name: 'New Appointment' })
  await form.getByLabel('Title').fill(mark)
  await form.getByLabel('Start Time').fill('17:00')
  await form.getByLabel('End Time').fill('17:30')
  await whileCreating(ledger, { kind: 'appointment', mark, agent }, [], async () => {
    await form.getByRole('button', { name: 'Create Appointment' }).click()
    await expect(form).toBeHidden()
  })
  return `adds appointment ${mark}`
}

export const notesAboutAppointment: AgentAction = async (day, device) => {
  const { page } = device
  const mark = await openSomeAppointment(day, device)
  if (mark === null) return null
  await page.getByRole('button', { name: 'Edit Appointment' }).click()
  const form = page.getByRole('form', { name: 'Edit Appointment' })
  const word = await addLine(day, device, mark, 'notes', form.getByLabel('Notes'))
  await whileSaving(day, word, async () => {
    await form.getByRole('button', { name: 'Update Appointment' }).click()
    await expect(form).toBeHidden()
  })
  return `notes ${word} about appointment ${mark}`
}

export const deletesAppointment: AgentAction = async (day, device) => {
  const { page } = device
  const mark = await openSomeAppointment(day, device)
  if (mark === null) return null
  await whileDeleting(day, device, mark, async () => {
    await page.getByRole('button', { name: 'Delete Appointment' }).click()
    await expect(appointmentsOn(page, mark)).toHaveCount(0)
  })
  return `deletes appointment ${mark}`
}

export const reloads: AgentAction = async (_, { page }) => {
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return 'reloads'
}

export const onClients = [
  addsClient,
  addsClient,
  notesAboutClient,
  notesAboutClient,
  phonesClient,
  deletesClient,
  reloads,
]
export const onListings = [
  listsProperty,
  changesListing,
  changesListing,
  addsPhoto,
  addsShowing,
  entersFigures,
  deletesListing,
]
export const onAppointments = [addsAppointment, notesAboutAppointment, deletesAppointment]

/** Mostly one of the newest, so that devices meet and lost records are worked on. */
function pickOne(random: () => number, shown: readonly string[]): string | undefined {
  return pick(random, random() < 0.7 ? shown.slice(0, 3) : shown)
}

async function openSomeClient({ random }: Day, { page }: Device): Promise<string | null> {
  await toPlace(page, 'Clients')
  const mark = pickOne(random, await shownMarks(page.getByRole('article')))
  if (mark === undefined) return null
  await openClientForm(page, `${mark} ${surname}`)
  return mark
}

async function shownMarks(articles: Locator): Promise<string[]> {
  return (await articles.getByRole('heading', { level: 2 }).allTextContents()).flatMap(wordsIn)
}

async function openSomeListing({ random }: Day, { page }: Device, link: RegExp): Promise<string | null> {
  await toPlace(page, 'My Listings')
  const address = pickOne(random, await page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents())
  if (address === undefined) return null
  await page.getByRole('article', { name: address }).getByRole('link', { name: link }).click()
  return address
}

/** All appointments, or the one of this mark. Overlapping ones have their mark later in their name. */
function appointmentsOn(page: Page, mark = 'w\\d+x'): Locator {
  const name = new RegExp(`^${mark} 5:00`)
  return page.getByRole('region', { name: 'Dashboard Calendar' }).getByRole('button', { name })
}

async function openSomeAppointment({ random }: Day, { page }: Device): Promise<string | null> {
  await toPlace(page, 'Dashboard')
  const mark = pick(
    random,
    (await appointmentsOn(page).allTextContents()).flatMap((text) => wordsIn(text).slice(0, 1)),
  )
  if (mark === undefined) return null
  await appointmentsOn(page, mark).click()
  return mark
}

async function addLine(day: Day, device: Device, mark: string, field: string, place: Locator): Promise<string> {
  const word = day.ledger.newWord()
  const before = await place.inputValue()
  await place.fill(before === '' ? word : `${before}\n${word}`)
  day.ledger.unsure({ word, mark, field, device: device.name })
  return word
}

type Made = Parameters<Ledger['made']>[0]
type Typed = Parameters<Ledger['unsure']>[0]

/** Until the screen has called it saved, a new record may exist or not. */
async function whileCreating(ledger: Ledger, record: Made, words: Typed[], save: () => Promise<void>): Promise<void> {
  ledger.made(record)
  ledger.unsureAbout(record.mark)
  for (const word of words) ledger.unsure(word)
  await save()
  ledger.sureAbout(record.mark)
  for (const word of words) ledger.typed(word, [])
}

/** Until the screen has called it deleted, it may exist or not. */
async function whileDeleting(
  { ledger }: Day,
  { name }: Device,
  mark: string,
  remove: () => Promise<void>,
): Promise<void> {
  const wasUnsure = ledger.records.get(mark)?.isUnsure ?? true
  ledger.unsureAbout(mark)
  await remove()
  if (!wasUnsure) ledger.sureAbout(mark)
  ledger.deleted(mark, name)
}

/** A typed word must be stored once the screen has called it saved. */
async function whileSaving(
  { ledger }: Day,
  word: string,
  save: () => Promise<void>,
  replaced: readonly string[] = [],
): Promise<void> {
  await save()
  const typed = ledger.words.get(word)
  if (typed !== undefined) ledger.typed(typed, replaced)
}
