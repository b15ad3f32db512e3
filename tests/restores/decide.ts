import { expect, type Locator } from '@playwright/test'
import { type Device, openOutbox } from './device.ts'
import { type Ledger, type SavedRecord, wordsIn, wordOfPrice } from './ledger.ts'
import { type Day, pick } from './agent-actions.ts'

/** Decides everything that needs the agent; returns each decision, and the entries that could not be decided. */
export async function decideAll(day: Day, device: Device): Promise<{ said: string[]; helpless: string[] }> {
  const said: string[] = []
  const helpless: string[] = []
  await openOutbox(device)
  const list = device.page.getByRole('region', { name: 'Needs you' })
  const rows = list.getByRole('heading', { level: 3 }).locator('xpath=ancestor::li')
  for (let turn = 0; turn < 20 && (await rows.count()) > 0; turn += 1) {
    // An entry that needs no decision leaves the list by itself.
    const text = await rows
      .first()
      .innerText({ timeout: 2_000 })
      .catch(() => null)
    if (text === null) continue
    const words = text.replaceAll(/\s+/g, ' ')
    const what = await decide(day, device, rows.first(), words).catch(() => null)
    const isOver = await expect
      .poll(() => rows.allInnerTexts())
      .not.toContain(text)
      .then(
        () => true,
        () => false,
      )
    if (what !== null) {
      day.ledger.decided += 1
      said.push(`${what}: ${words}`)
    }
    if (!isOver) {
      helpless.push(words)
      break
    }
  }
  return { said, helpless }
}

/** Fields whose two values cannot be merged as texts, by their label in the Outbox. */
const fieldsOfOneValue = { 'Phone Number': 'phone_number', 'Listing Price': 'listing_price' }

async function decide(day: Day, device: Device, row: Locator, text: string): Promise<string | null> {
  const { ledger, random } = day
  const { page, name } = device
  const record = recordIn(ledger, text)
  const mark = record?.mark ?? ''
  const button = (words: RegExp) => row.getByRole('button', { name: words })

  if ((await button(/^Decide about/).count()) > 0) {
    await button(/^Decide about/).click()
    return chooseByField(day, device)
  }
  if ((await button(/^Keep /).count()) > 0) {
    const isKept = random() < 0.5
    await button(isKept ? /^Keep it: / : /^Delete anyway: /).click()
    if (isKept) {
      ledger.stays(mark, name)
      for (const [label, field] of Object.entries(fieldsOfOneValue)) {
        const now = new RegExp(`${label} is now (\\S+)`).exec(text)?.[1]
        if (now !== undefined) ledger.keptAsIs({ mark, field, device: name }, wordsOfOption(now))
      }
    }
    // The entry has said that additions of other devices are deleted, too.
    else if (text.includes('Deleting it deletes its')) ledger.deleted(mark, name)
    return isKept ? 'keeps it' : 'deletes it anyway'
  }
  if ((await button(/^Restore as new: /).count()) > 0 && random() < 0.5) {
    await button(/^Restore as new: /).click()
    const question = page.getByRole('alertdialog')
    // The app asks only if there is a similar record; then the restore is canceled, and the entry comes up again.
    const isAsked = await question.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
    if (isAsked) await question.getByRole('button', { name: 'Cancel' }).click()
    else {
      ledger.remade(mark, name)
      return 'restores it as new'
    }
  }
  if ((await button(/^Discard /).count()) === 0) return null
  const isWhole = /Deleted (on the server|in another)|New (client|listing|showing|appointment|photo)/.test(text)
  await button(/^Discard /).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  ledger.discarded(mark, name, isWhole)
  return 'discards it'
}

async function chooseByField({ ledger, random }: Day, { page }: Device): Promise<string> {
  const sheet = page.getByRole('dialog')
  const fields = sheet.getByRole('group')
  await expect(fields.first()).toBeVisible()
  const chosen: string[] = []
  for (let index = 0; index < (await fields.count()); index += 1) {
    const field = fields.nth(index)
    const options = field.locator('label')
    const texts = await options.allInnerTexts()
    const wanted = pick(random, texts) ?? ''
    await options.nth(texts.indexOf(wanted)).click()
    const others = texts.filter((text) => text !== wanted && wanted !== 'Keep both')
    ledger.chosen(wordsOfOption(wanted), others.flatMap(wordsOfOption))
    chosen.push(wanted.replaceAll(/\s+/g, ' '))
  }
  await sheet.getByRole('button', { name: 'Save choice' }).click()
  await expect(sheet).toBeHidden()
  return `chooses ${chosen.join(' and ')}`
}

function wordsOfOption(text: string): string[] {
  const price = /\$([\d,]+)/.exec(text)?.[1]
  return price === undefined ? wordsIn(text) : [wordOfPrice(price.replaceAll(',', ''))]
}

/** The record that an entry is about. The entry of a showing also names its listing. */
function recordIn(ledger: Ledger, text: string): SavedRecord | undefined {
  const named = [...ledger.records.values()].filter(({ mark }) => text.toLowerCase().includes(mark.toLowerCase()))
  return (
    named.find(({ parent }) => parent !== null) ?? named.find(({ mark }) => wordsIn(text).includes(mark)) ?? named[0]
  )
}
