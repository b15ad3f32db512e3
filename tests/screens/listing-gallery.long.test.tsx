import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { largestPhotoBytes } from '#core/contract/listing-image.ts'
import { useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import type { ListingImageRow } from '#storage/database/rows.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { listingRow } from '#tests/support/listing-row.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { setTextSize } from '#tests/support/text-size.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1280, 900))

async function anAgentWithListing(photos: Partial<ListingImageRow>[] = []): Promise<Agent> {
  const agent = await anAgentAtWork()
  await agent.device.database.listings.put(listingRow())
  for (const [index, photo] of photos.entries()) {
    const id = index + 1
    const row = { key: String(id), id, listing: 1, listing_key: '1', caption: '', is_primary: false, position: index }
    await agent.device.database.listing_images.put({ ...row, image: await aPicture(), ...photo })
  }
  return agent
}

const four = [
  { is_primary: true, caption: 'Front' },
  { caption: 'Kitchen' },
  { caption: 'Garden' },
  { caption: 'Bath' },
] as const

const six = [...four, { caption: 'Porch' }, { caption: 'Attic' }] as const

const manager = page.getByRole('region', { name: 'Photos' })
const entries = () => manager.getByRole('listitem')
const captions = () =>
  entries()
    .elements()
    .map((entry) => entry.querySelector('img')?.alt ?? '')
const button = (name: string | RegExp) => manager.getByRole('button', { name, exact: true })
/** Pressed synchronously, as keys are that follow each other faster than the page renders. */
const shiftAnd = (key: string, name: string) =>
  button(name)
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true, cancelable: true }))
async function openPhotos(photos: typeof four | typeof six): Promise<Agent> {
  const agent = await anAgentWithListing([...photos])
  await openScreens(agent, '/listings/edit/1')
  await expect.poll(captions).toEqual(photos.map(({ caption }) => caption))
  return agent
}
const operations = (device: Device) => device.database.outbox.orderBy('seq').toArray()

test('on a desktop the photo stays beside a long description, and never covers the showings', async () => {
  await page.viewport(1440, 900)
  const agent = await anAgentWithListing([{ is_primary: true }])
  await agent.device.database.listings.update('1', { description: 'Oak shade over the back lawn.\n'.repeat(60) })
  for (let id = 1; id <= 12; id += 1) await saved(agent.device, 'showing', id)
  await openScreens(agent, '/listings/1')
  const showings = page.getByRole('region', { name: 'Showings' })
  await expect.poll(() => showings.getByRole('row').elements().length).toBe(13)
  await expect.element(page.getByRole('button', { name: 'Enlarge photo' })).toBeVisible()
  const photo = () => page.getByRole('button', { name: 'Enlarge photo' }).element().getBoundingClientRect()
  window.scrollTo(0, 500)
  expect(photo().top).toBeGreaterThan(0)
  showings.element().scrollIntoView({ block: 'start' })
  expect(photo().bottom).toBeLessThanOrEqual(showings.element().getBoundingClientRect().top)
})

test('several photos are added at once without a network, and each has its preview at once', async () => {
  const agent = await anAgentWithListing()
  await openScreens(agent, '/listings/edit/1')
  await expect.element(manager.getByText('No photos yet.')).toBeVisible()
  const files = await Promise.all(['front.png', 'kitchen.png', 'garden.png'].map(aFile))
  await manager.getByLabelText('Add Photos').upload(files)
  await expect.poll(() => entries().elements().length).toBe(3)
  await expect.element(entries().nth(0)).toHaveTextContent('Main photo')
  for (const index of [0, 1, 2]) {
    await expect.element(entries().nth(index)).toHaveTextContent('Waiting')
    await expect.element(entries().nth(index).getByRole('img')).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  }
  const made = await operations(agent.device)
  expect(made.map(({ kind, changes, files: { image } }) => [kind, changes['position'], image?.fileName])).toEqual([
    ['create', 0, 'front.jpg'],
    ['create', 1, 'kitchen.jpg'],
    ['create', 2, 'garden.jpg'],
  ])
})

test('refused files are named with their reasons, and the others are added', async () => {
  const agent = await anAgentWithListing()
  await openScreens(agent, '/listings/edit/1')
  const files = [
    new File(['<p>no</p>'], 'plan.html', { type: 'text/html' }),
    new File([new Uint8Array(largestPhotoBytes + 1)], 'big.jpg', { type: 'image/jpeg' }),
    new File(['no'], 'notes.txt', { type: 'text/plain' }),
    await aFile('front.png'),
  ]
  await manager.getByLabelText('Add Photos').upload(files)
  const alert = page.getByRole('alertdialog', { name: 'Some photos were not added' })
  await expect.element(alert.getByText('plan.html, notes.txt: Please upload an image file')).toBeVisible()
  await expect.element(alert.getByText('big.jpg: File size must be less than 5MB')).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => entries().elements().length).toBe(1)
})

test('photos are reordered by keyboard, and the main photo stays first', async () => {
  await openPhotos(four)
  ;(button('Edit photo 4, Bath').element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(captions).toEqual(['Front', 'Kitchen', 'Bath', 'Garden'])
  await expect.element(button('Edit photo 3, Bath')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  await expect.poll(captions).toEqual(['Front', 'Bath', 'Kitchen', 'Garden'])
  await expect.element(manager.getByText('Photo moved to position 2 of 4.')).toBeInTheDocument()
  await expect.element(button('Edit photo 2, Bath')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  ;(button('Edit photo 1, Front').element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(captions()).toEqual(['Front', 'Bath', 'Kitchen', 'Garden'])
})

test('photos moved quickly one after another end in one order, without a conflict', async () => {
  const agent = await openPhotos(six)
  shiftAnd('ArrowRight', 'Edit photo 2, Kitchen')
  shiftAnd('ArrowLeft', 'Edit photo 6, Attic')
  shiftAnd('ArrowLeft', 'Edit photo 4, Bath')
  await expect.poll(captions).toEqual(['Front', 'Garden', 'Bath', 'Kitchen', 'Attic', 'Porch'])
  const waiting = await operations(agent.device)
  expect(waiting.map(({ state }) => state)).toEqual(waiting.map(() => 'queued'))
})

test('each quick press moves the photo on from its last position', async () => {
  await openPhotos(six)
  for (let press = 0; press < 3; press += 1) shiftAnd('ArrowRight', 'Edit photo 2, Kitchen')
  await expect.poll(captions).toEqual(['Front', 'Garden', 'Bath', 'Porch', 'Kitchen', 'Attic'])
  await expect.element(manager.getByText('Photo moved to position 5 of 6.')).toBeInTheDocument()
  await expect.element(button('Edit photo 5, Kitchen')).toHaveFocus()
})

test('a photo is dragged to another position, and the one dragged to the front becomes the main photo', async () => {
  await openPhotos(four)
  await userEvent.dragAndDrop(button('Edit photo 4, Bath'), button('Edit photo 2, Kitchen'))
  await expect.poll(captions).toEqual(['Front', 'Bath', 'Kitchen', 'Garden'])
  expect(page.getByRole('dialog').query()).toBeNull()

  await button('Edit photo 3, Kitchen').click()
  const sheet = page.getByRole('dialog', { name: 'Photo 3 of 4' })
  await sheet.getByLabelText('Move to…').selectOptions('1 – main photo')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(captions).toEqual(['Kitchen', 'Front', 'Bath', 'Garden'])
  await expect.element(entries().nth(0)).toHaveTextContent('Main photo')
  await expect.element(entries().nth(1)).not.toHaveTextContent('Main photo')
})

test('Enter opens a photo just dragged, and Escape returns a held photo to its position', async () => {
  const agent = await openPhotos(four)
  const middleOf = (name: string) => {
    const { x, y, width, height } = button(name).element().getBoundingClientRect()
    return { clientX: x + width / 2, clientY: y + height / 2 }
  }
  const bath = button('Edit photo 4, Bath').element()
  const send = (type: string, at: { clientX: number; clientY: number }) =>
    bath.dispatchEvent(new PointerEvent(type, { bubbles: true, buttons: 1, pointerType: 'mouse', ...at }))
  const kitchen = middleOf('Edit photo 2, Kitchen')
  send('pointerdown', middleOf('Edit photo 4, Bath'))
  send('pointermove', kitchen)
  await expect.poll(captions).toEqual(['Front', 'Bath', 'Kitchen', 'Garden'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(captions).toEqual(['Front', 'Kitchen', 'Garden', 'Bath'])
  send('pointerup', kitchen)
  expect(await operations(agent.device)).toEqual([])

  // The pointer is released beside the button, so no click follows.
  send('pointerdown', middleOf('Edit photo 4, Bath'))
  send('pointermove', kitchen)
  send('pointerup', kitchen)
  await expect.poll(captions).toEqual(['Front', 'Bath', 'Kitchen', 'Garden'])
  ;(button('Edit photo 2, Bath').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Photo 2 of 4' })).toBeVisible()
})

test('a second finger neither moves nor drops the photo that the first finger drags', async () => {
  await openPhotos(four)
  const bath = button('Edit photo 4, Bath').element()
  const kitchen = button('Edit photo 2, Kitchen').element().getBoundingClientRect()
  const garden = button('Edit photo 3, Garden').element().getBoundingClientRect()
  const send = (type: string, pointerId: number, { x, y, width, height }: DOMRect) => {
    const at = { clientX: x + width / 2, clientY: y + height / 2 }
    bath.dispatchEvent(new PointerEvent(type, { bubbles: true, buttons: 1, pointerType: 'mouse', pointerId, ...at }))
  }
  send('pointerdown', 1, bath.getBoundingClientRect())
  send('pointermove', 1, kitchen)
  await expect.poll(captions).toEqual(['Front', 'Bath', 'Kitchen', 'Garden'])
  send('pointerup', 2, kitchen)
  send('pointermove', 1, garden)
  send('pointerup', 1, garden)
  await expect.poll(captions).toEqual(['Front', 'Kitchen', 'Bath', 'Garden'])
})

test('a finger that rests on a photo drags it, and one that moves at once scrolls', async () => {
  await page.viewport(390, 500)
  const agent = await anAgentWithListing([...four, ...four.slice(1), ...four.slice(1)])
  await openScreens(agent, '/listings/edit/1')
  await expect.poll(() => captions().length).toBe(10)
  const bath = button('Edit photo 4, Bath').element()
  bath.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = bath.getBoundingClientRect()
  const kitchen = button('Edit photo 2, Kitchen').element().getBoundingClientRect()
  const start = { x: x + width / 2, y: y + height / 2 }
  const scrolledTo = window.scrollY
  // A message above the photos shifts the page, and the browser keeps the visible part in place.
  const placeOfPhotos = () => button('Edit photo 1, Front').element().getBoundingClientRect().top
  const place = placeOfPhotos()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pressed = new Promise((resolve) => bath.addEventListener('pointerdown', resolve, { once: true }))
  await touch('touchStart', start)
  await pressed
  await vi.advanceTimersByTimeAsync(500)
  vi.useRealTimers()
  for (const step of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', { x: start.x + (kitchen.x - x) * step, y: start.y + (kitchen.y - y) * step })
  }
  await touch('touchEnd')
  await expect.poll(() => captions().slice(0, 4)).toEqual(['Front', 'Bath', 'Kitchen', 'Garden'])
  expect(placeOfPhotos()).toBeCloseTo(place, 0)
  expect(page.getByRole('dialog').query()).toBeNull()

  const order = captions()
  await touch('touchStart', start)
  for (const step of [1, 2, 3, 4, 5, 6]) await touch('touchMove', { x: start.x, y: start.y - 25 * step })
  await touch('touchEnd')
  await expect.poll(() => window.scrollY).toBeGreaterThan(scrolledTo + 50)
  expect(captions()).toEqual(order)
})

test('a photo’s sheet changes its caption and position, and deletes it after a question', async () => {
  await openPhotos(four)
  await button('Edit photo 4, Bath').click()
  const sheet = page.getByRole('dialog', { name: 'Photo 4 of 4' })
  await sheet.getByLabelText('Caption').fill('Bath upstairs')
  await sheet.getByLabelText('Move to…').selectOptions('2')
  expect(await axeFindings()).toEqual([])
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(captions).toEqual(['Front', 'Bath upstairs', 'Kitchen', 'Garden'])

  await button('Edit photo 3, Kitchen').click()
  await page.getByRole('dialog', { name: 'Photo 3 of 4' }).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this photo?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(captions).toEqual(['Front', 'Bath upstairs', 'Garden'])
})

test('a caption does not move its photo if the photos were reordered in the meantime', async () => {
  const agent = await openPhotos(four)
  await button('Edit photo 2, Kitchen').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabelText('Caption').fill('Kitchen upstairs')
  for (const [key, position] of [
    ['2', 3],
    ['3', 1],
    ['4', 2],
  ] as const) {
    await agent.device.database.listing_images.update(key, { position })
  }
  await expect.element(sheet).toHaveAccessibleName('Photo 4 of 4')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(captions).toEqual(['Front', 'Garden', 'Bath', 'Kitchen upstairs'])
  expect((await operations(agent.device)).map(({ changes }) => changes)).toEqual([{ caption: 'Kitchen upstairs' }])
})

test('an unsaved caption is restored when its photo is opened again', async () => {
  await openPhotos(four)
  await button('Edit photo 2, Kitchen').click()
  const sheet = page.getByRole('dialog', { name: 'Photo 2 of 4' })
  await sheet.getByLabelText('Caption').fill('Kitchen with an island')
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await button('Edit photo 2, Kitchen').click()
  await expect.element(sheet.getByLabelText('Caption')).toHaveValue('Kitchen with an island')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(captions).toEqual(['Front', 'Kitchen with an island', 'Garden', 'Bath'])
})

test('several photos are selected and deleted after one question', async () => {
  await openPhotos(four)
  await button('Select').click()
  await button('Select photo 2, Kitchen').click()
  await button('Select photo 4, Bath').click()
  await expect.element(manager.getByText('2 selected')).toBeVisible()
  await button('Delete').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete these 2 photos?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(captions).toEqual(['Front', 'Garden'])
  await expect.element(button('Edit photo 2, Garden')).toBeVisible()
})

test('a server with one photo per listing shows the main photo only', async () => {
  const agent = await anAgentWithListing()
  useConnection.setState({ serverKind: 'plain' })
  await openScreens(agent, '/listings/edit/1')
  await expect.element(page.getByRole('heading', { name: 'Main Photo' })).toBeVisible()
  expect(manager.query()).toBeNull()
})

test('on the listing a photo fills the window, and the arrow keys show the next ones', async () => {
  const agent = await anAgentWithListing([...four])
  await openScreens(agent, '/listings/1')
  await manager.getByRole('button', { name: 'Photo 2 of 4, Kitchen' }).click()
  const viewer = page.getByRole('dialog')
  await expect.element(viewer).toHaveAccessibleName('Photo 2 of 4')
  await expect.element(viewer.getByRole('img', { name: 'Kitchen' })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.element(viewer).toHaveAccessibleName('Photo 1 of 4')
  // With Alt, the arrow key is the browser's way back.
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true }))
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(viewer.getByRole('img', { name: 'Bath' })).toBeVisible()
  await viewer.getByRole('button', { name: 'Show photo 3' }).click()
  await expect.element(viewer).toHaveAccessibleName('Photo 3 of 4')
  const { width, height } = viewer.element().getBoundingClientRect()
  expect([width, height]).toEqual([1280, 900])
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
})

test('pressing the large photo fills the window, even if it is the only one', async () => {
  const agent = await anAgentWithListing([...four])
  await openScreens(agent, '/listings/1')
  const large = page.getByRole('button', { name: 'Enlarge photo' })
  await large.click()
  const viewer = page.getByRole('dialog')
  await expect.element(viewer).toHaveAccessibleName('Photo 1 of 4')
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(large).toHaveFocus()
  await agent.device.database.listing_images.bulkDelete(['2', '3', '4'])
  await expect.element(manager).not.toBeInTheDocument()
  await large.click()
  await expect.element(viewer).toHaveAccessibleName('Photo 1 of 1')
  expect(viewer.getByRole('button').elements()).toHaveLength(1)
})

test("a broken photo reads 'No Image', and with seven photos the number of the others is shown", async () => {
  const broken = 'data:image/png;base64,AAAA'
  const agent = await anAgentWithListing([
    { is_primary: true },
    { image: broken },
    ...Array.from({ length: 5 }, () => ({})),
  ])
  await openScreens(agent, '/listings/1')
  await expect.element(manager.getByRole('button', { name: 'Photo 2 of 7' })).toHaveTextContent('No Image')
  await expect.element(manager.getByRole('button', { name: 'Photo 6 of 7, and 1 more' })).toHaveTextContent('+1 more')
})

test('axe finds no problem with the photos, wide and narrow, and nothing scrolls horizontally', async () => {
  await openPhotos(four)
  await expect.element(entries().nth(3)).toBeVisible()
  for (const width of [1280, 390, 320]) {
    await page.viewport(width, 900)
    expect(await axeFindings(), String(width)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  setTextSize('200%')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

/** A real touch, with the browser's own pointer events and scrolling. */
async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }): Promise<void> {
  const { x, y } = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  const session = cdp() as { send: (method: string, params: object) => Promise<unknown> }
  const touchPoints = at === undefined ? [] : [{ x: at.x + x, y: at.y + y }]
  await session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

async function aFile(name: string): Promise<File> {
  const bytes = await (await fetch(await aPicture())).blob()
  return new File([bytes], name, { type: 'image/png' })
}

async function aPicture(): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = 160
  canvas.height = 100
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = '#7a9'
  context.fillRect(0, 0, 160, 100)
  return canvas.toDataURL('image/png')
}
