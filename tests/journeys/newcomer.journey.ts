import { expect, test, type Locator } from './journey-test.ts'
import { password, photoOfAHouse, recordsOnServer, untilWorkerControls } from '#tests/support/journey-steps.ts'
import { manyGoogleContacts } from '../support/contact-files.ts'
import { share } from '../support/share.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** An unhurried person's seconds to find and press something on a phone, and to type a letter. */
const seconds = { press: 4, letter: 0.5 }

/** Counts a person's actions; the machine's own time is not included. */
function aPerson() {
  const done = { presses: 0, letters: 0 }
  return {
    press: async (target: Locator) => {
      done.presses += 1
      await target.tap()
    },
    type: async (target: Locator, text: string) => {
      done.presses += 1
      done.letters += text.length
      await target.fill(text)
    },
    /** Done in another program or on another machine. */
    elsewhere: ({ presses = 0, typed = '' }) => {
      done.presses += presses
      done.letters += typed.length
    },
    taken: () => {
      const own = done.presses * seconds.press + done.letters * seconds.letter
      return { ...done, own }
    },
  }
}

for (const contacts of [80, 800])
  test(
    `a newcomer adds an account, ${contacts} contacts and a listing with a photo in five minutes`,
    { tag: contacts === 80 ? '@gate' : [] },
    async ({ page, context, server }) => {
      const username = `nora${contacts}`
      const person = aPerson()
      person.elsewhere({ typed: 'git clone … && cd fanlight && npm start' })
      const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
      const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
      const field = (name: string) => page.getByLabel(name, { exact: true })
      const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

      person.elsewhere({ typed: server.origin })
      await page.goto(server.origin)
      await person.press(link('Register'))
      await person.type(field('Username'), username)
      await person.type(field('Email'), `${username}@example.com`)
      await person.type(field('Password'), password)
      await person.type(field('Confirm Password'), password)
      await person.press(button('Create Account'))
      await expect(field('Username')).toHaveValue(username)
      await person.type(field('Password'), password)
      await person.press(button('Login'))
      await expect(page.getByText('0 of 4 done')).toBeVisible()

      person.elsewhere({ typed: 'contacts.google.com', presses: 4 })
      await person.press(link('Bring your contacts'))
      person.elsewhere({ presses: 3 })
      await page.getByLabel('Choose File').setInputFiles({
        name: 'contacts.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(manyGoogleContacts(contacts)),
      })
      await person.press(button(`Import ${contacts} Clients`))
      await expect(page.getByText(`${contacts} clients added.`).first()).toBeVisible()

      await person.press(link('Today'))
      await person.press(link('First listing with a photo'))
      await expect(heading('Create Listing')).toBeVisible()
      await person.press(page.getByRole('button', { name: /^Create/ }).first())
      await person.type(field('Description'), 'A bright corner house.')
      await person.press(button('Create Listing'))
      await expect(heading('My Listings')).toBeVisible()

      await untilWorkerControls(page)
      const photo = await photoOfAHouse('#7a9')
      person.elsewhere({ presses: 2 })
      await share(page, {}, { name: photo.name, type: photo.mimeType, base64: photo.buffer.toString('base64') })
      await expect(page.getByRole('heading', { name: 'Which listing is it for?' })).toBeVisible()
      await person.press(page.getByRole('main').getByRole('listitem').getByRole('button').first())
      await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
      await person.press(link('Today'))
      await expect(page.getByText('2 of 4 done')).toBeVisible()
      const { presses, letters, own } = person.taken()
      console.log(`newcomer: ${presses} presses and ${letters} letters are ${own} s of a person`)
      expect(own).toBeLessThan(5 * 60)

      // Nothing waited for the server; now all of it arrives.
      const clients = async () => {
        const answer = await context.request.get(`${server.origin}/api/crm/clients/`)
        return ((await answer.json()) as { count: number }).count
      }
      const photos = async () => {
        const [listing] = await recordsOnServer(context, server.origin, 'listings/')
        return listing?.['images']
      }
      await expect.poll(clients, { timeout: 150_000 }).toBe(contacts)
      await expect.poll(photos).toHaveLength(1)
    },
  )
