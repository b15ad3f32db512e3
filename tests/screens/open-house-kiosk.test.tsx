import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { PrefetchOpenHousePhotos } from '#app/open-house-photos.tsx'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { endKiosk, startKiosk } from '#features/kiosk/kiosk-commands.ts'
import { LeaveKioskSheet } from '#features/kiosk/leave-kiosk-sheet.tsx'
import { resetKiosk, setKioskRunning } from '#state/kiosk.ts'
import { useSession } from '#state/session.ts'
import { DeviceProvider } from '#storage/device/device-context.tsx'
import { forgetKioskLock } from '#storage/kiosk/kiosk-lock.ts'
import { lockWithPin } from '#storage/kiosk/kiosk-pin.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved, today } from '#tests/support/saved-rows.ts'
import { setTextSize } from '#tests/support/text-size.ts'
import { untilTestEnds } from '#tests/support/until-test-ends.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1024, 768))

const path = '/open-houses/7/kiosk'

async function anAgentAtADoor(): Promise<Agent> {
  const agent = await anAgentAtWork()
  const address = '15709 Extraordinarily Long Meadow Terrace'
  await saved(agent.device, 'listing', 1, { property: { address } })
  await saved(agent.device, 'open_house', 7, { date: today })
  onTestFinished(async () => {
    resetKiosk()
    await forgetKioskLock()
  })
  return agent
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const visits = (agent: Agent) => agent.device.database.outbox.toArray()

longTest('the PIN is asked for twice and has 4 to 8 digits', async () => {
  const agent = await anAgentAtADoor()
  await openScreens(agent, path)
  await page.getByLabelText('PIN', { exact: true }).fill('12a')
  expect(page.getByLabelText('Your Name').query()).toBeNull()
  await button('Start').click()
  await expect.element(page.getByText('Enter 4 to 8 digits.')).toBeVisible()
  await expect.element(page.getByLabelText('PIN', { exact: true })).toHaveFocus()
  await page.getByLabelText('PIN', { exact: true }).fill('2580')
  await page.getByLabelText('Repeat PIN').fill('2581')
  await button('Start').click()
  await expect.element(page.getByText('The two PINs are not the same.')).toBeVisible()
  await page.getByLabelText('Repeat PIN').fill('2580')
  await button('Start').click()
  await expect.element(button('Tap to sign in')).toBeVisible()
})

longTest('a missing value is reported at its field in the visitor’s language, and nothing is saved', async () => {
  const agent = await anAgentAtADoor()
  setKioskRunning({ agentId: String(agent.id), path })
  await openScreens(agent, path)
  await button('Español').click()
  await button('Toque para registrarse').click()
  await page.getByLabelText('Correo electrónico', { exact: true }).fill('jo@')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Su nombre')).toHaveAccessibleDescription('Escriba su nombre.')
  await expect.element(page.getByLabelText('Su nombre')).toHaveFocus()
  await expect
    .element(page.getByLabelText('Correo electrónico', { exact: true }))
    .toHaveAccessibleDescription('Escriba un correo como nombre@ejemplo.com.')
  await page.getByLabelText('Su nombre').fill('Jo Park')
  await page.getByLabelText('Correo electrónico', { exact: true }).fill('jo@mailbox.example')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('checkbox', { name: 'Ann Lee puede llamarme o enviarme mensajes sobre esta casa' }).click()
  await button('Registrarse').click()
  await expect
    .element(page.getByLabelText('Teléfono (opcional)'))
    .toHaveAccessibleDescription('Escriba al menos 7 dígitos, o borre el número y desmarque la casilla.')
  expect(await visits(agent)).toEqual([])
  await page.getByLabelText('Teléfono (opcional)').fill('916 555 0100')
  await button('Registrarse').click()
  await expect.element(page.getByRole('heading', { name: 'Gracias, Jo' })).toBeVisible()
  expect(await visits(agent)).toMatchObject([
    {
      kind: 'create',
      changes: {
        name: 'Jo Park',
        client_email: 'jo@mailbox.example',
        phone_number: '916 555 0100',
        signed_in_at: expect.stringMatching(/Z$/),
        consents: [
          {
            kind: 'phone',
            wording_version: 'phone-1-es',
            wording: 'Ann Lee puede llamarme o enviarme mensajes sobre esta casa',
            given_at: expect.stringMatching(/Z$/),
          },
        ],
      },
      references: { open_house: { entity: 'open_house', key: '7' } },
    },
  ])
})

longTest.each(['hello', '555'])(
  '“%s” is no phone number, even if the visitor did not agree to calls',
  async (number) => {
    const agent = await anAgentAtADoor()
    setKioskRunning({ agentId: String(agent.id), path })
    await openScreens(agent, path)
    await button('Tap to sign in').click()
    await page.getByLabelText('Your name').fill('Jo Park')
    await page.getByLabelText('Email', { exact: true }).fill('jo@mailbox.example')
    await button('Next').click()
    const phone = page.getByLabelText('Phone (optional)')
    await phone.fill(number)
    await button('Sign in').click()
    await expect.element(phone).toHaveAccessibleDescription('Enter at least 7 digits, or clear the number and the box.')
    await phone.fill('555-0118')
    await expect.element(phone).not.toHaveAttribute('aria-invalid')
    await button('Sign in').click()
    await expect.element(page.getByRole('heading', { name: 'Thank you, Jo' })).toBeVisible()
    expect(await visits(agent)).toMatchObject([{ changes: { phone_number: '555-0118' } }])
  },
)

longTest('an unknown open house sends the visitor to the host', async () => {
  const agent = await anAgentAtADoor()
  setKioskRunning({ agentId: String(agent.id), path: '/open-houses/8/kiosk' })
  await openScreens(agent, '/open-houses/8/kiosk')
  await expect.element(page.getByText('This open house is not on this device.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /press and hold/ })).toBeVisible()
})

longTest.each(['100%', '200%'])('at 320 pixels with text of %s nothing scrolls horizontally', async (size) => {
  await page.viewport(320, 640)
  setTextSize(size)
  const agent = await anAgentAtADoor()
  await openScreens(agent, path)
  await expect.element(button('Start')).toBeVisible()
  expectNoSidewaysScroll('set-up')
  setKioskRunning({ agentId: String(agent.id), path })
  await expect.element(button('Tap to sign in')).toBeVisible()
  expectNoSidewaysScroll('idle')
  await button('Tap to sign in').click()
  await button('Next').click()
  expectNoSidewaysScroll('form')
  await page.getByLabelText('Your name').fill('Bartholomew-Maximilian Park')
  await page.getByLabelText('Email', { exact: true }).fill('jo@mailbox.example')
  await button('Next').click()
  await button('Sign in').click()
  await expect.element(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  expectNoSidewaysScroll('thanks')
})

function expectNoSidewaysScroll(where: string): void {
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth, where).toBeLessThanOrEqual(clientWidth)
}

longTest('the start page says how to leave, and a press on the padlock says it again', async () => {
  const agent = await anAgentAtADoor()
  await openScreens(agent, path)
  await expect.element(page.getByText('To leave: hold the padlock in the corner, then enter this PIN.')).toBeVisible()
  await page.getByLabelText('PIN', { exact: true }).fill('2580')
  await page.getByLabelText('Repeat PIN').fill('2580')
  await button('Start').click()
  const padlock = page.getByRole('button', { name: /press and hold/ })
  await expect.element(padlock).toBeVisible()
  const pass = stopTheTimers()
  await padlock.click()
  await expect.element(page.getByText('Press and hold to leave.')).toBeVisible()
  await pass(2000)
  await expect.element(page.getByText('Press and hold to leave.')).not.toBeInTheDocument()
})

/** Timers run only when the returned function passes time. */
function stopTheTimers(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms) => vi.advanceTimersByTimeAsync(ms)
}

longTest('the finger that held the padlock presses nothing in the sheet that opened under it', async () => {
  const agent = await anAgentAtADoor()
  setKioskRunning({ agentId: String(agent.id), path })
  // Narrow, so that the sheet covers the padlock.
  await page.viewport(320, 640)
  await openScreens(agent, path)
  const padlock = page.getByRole('button', { name: /press and hold/ })
  await expect.element(padlock).toBeVisible()
  const { x, y, width, height } = padlock.element().getBoundingClientRect()
  const pass = stopTheTimers()
  await touch('touchStart', { x: x + width / 2, y: y + height / 2 })
  await expect.element(padlock).toHaveAttribute('data-state', 'held')
  await pass(1500)
  vi.useRealTimers()
  const forgotten = button('Forgot your PIN?')
  await expect.element(forgotten).toBeVisible()
  // The sheet has finished its animation.
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  Object.assign((forgotten.element() as HTMLElement).style, { position: 'fixed', inset: '0', 'z-index': '1' })
  const clicks: number[] = []
  const countClick = (click: MouseEvent) => void clicks.push(Math.round(click.clientX))
  window.addEventListener('click', countClick, { capture: true })
  onTestFinished(() => window.removeEventListener('click', countClick, { capture: true }))
  await touch('touchEnd')
  // The first tap after the hold counts as a press.
  await touch('touchStart', { x: 20, y: 20 })
  await touch('touchEnd')
  await expect.poll(() => clicks).toEqual([20])
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
})

async function touch(type: 'touchStart' | 'touchEnd', at?: { x: number; y: number }): Promise<void> {
  const { x, y } = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  const session = cdp() as { send: (method: string, params: object) => Promise<unknown> }
  const touchPoints = at === undefined ? [] : [{ x: at.x + x, y: at.y + y }]
  await session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

longTest('Enter that is still held when the sheet opens sends no empty PIN', async () => {
  const agent = await anAgentAtADoor()
  setKioskRunning({ agentId: String(agent.id), path })
  await openScreens(agent, path)
  const padlock = page.getByRole('button', { name: /press and hold/ })
  await expect.element(padlock).toBeVisible()
  ;(padlock.element() as HTMLElement).focus()
  const pass = stopTheTimers()
  await enter('keyDown')
  await expect.element(padlock).toHaveAttribute('data-state', 'held')
  await pass(1500)
  vi.useRealTimers()
  const pin = page.getByLabelText('PIN', { exact: true })
  await expect.element(pin).toHaveFocus()
  const sent = vi.fn()
  document.addEventListener('submit', sent, untilTestEnds())
  await enter('keyDown', true)
  await enter('keyUp')
  await userEvent.keyboard('2')
  await expect.element(pin).toHaveValue('2')
  expect(sent).not.toHaveBeenCalled()
  expect(pin.element().getAttribute('aria-invalid')).toBeNull()
})

/** Sends Enter as a keyboard does, repeated while the key is down. */
async function enter(type: 'keyDown' | 'keyUp', autoRepeat = false): Promise<void> {
  const session = cdp() as { send: (method: string, params: object) => Promise<unknown> }
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, ...(type === 'keyDown' && { text: '\r' }) }
  await session.send('Input.dispatchKeyEvent', { type, autoRepeat, ...key })
}

longTest('a PIN that could not be checked says so, and is tried again', async () => {
  await lockWithPin({ agentId: '1', path }, '2580')
  onTestFinished(forgetKioskLock)
  const hashing = vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValueOnce(new DOMException('', 'OperationError'))
  onTestFinished(() => hashing.mockRestore())
  const leave = vi.fn()
  await render(<LeaveKioskSheet title="the Kiosk" onClose={() => {}} onLeave={leave} />)
  await page.getByLabelText('PIN', { exact: true }).fill('2580')
  await button('Leave').click()
  await expect.poll(() => document.body.textContent).toContain('Couldn’t exit the kiosk. Please try again.')
  await button('Leave').click()
  await expect.poll(() => leave.mock.calls.length).toBe(1)
})

longTest('an agent whose profile has no name is asked for it, and visitors see it', async () => {
  const agent = await anAgentAtADoor()
  useSession.setState(({ user }) => ({ user: user && { ...user, first_name: '', last_name: '' } }))
  await openScreens(agent, path)
  await page.getByLabelText('Your Name').fill('Ann Marie Lee')
  await page.getByLabelText('PIN', { exact: true }).fill('2580')
  await page.getByLabelText('Repeat PIN').fill('2580')
  await button('Start').click()
  await button('Tap to sign in').click()
  await expect.element(page.getByText('Ann Marie Lee may email me about this house')).toBeVisible()
})

/** An agent whose profile has no name, and who entered one at a kiosk while offline. */
async function aNameToldOffline() {
  const agent = await anAgentAtADoor()
  const server = startAccountServer()
  const account = server.addAccount({ username: 'ann', id: agent.id })
  server.signedIn = account
  useSession.setState({ user: account })
  server.isReachable = false
  await startKiosk({ agentId: String(agent.id), path, hostName: 'Ann Marie Lee' }, '2580')
  await forgetKioskLock()
  return { agent, server, account }
}

longTest('a name entered offline is in the profile after leaving the kiosk', async () => {
  const { server, account } = await aNameToldOffline()
  server.isReachable = true
  endKiosk(() => {})
  await vi.waitFor(() => expect(account).toMatchObject({ first_name: 'Ann Marie', last_name: 'Lee' }))
})

longTest('a name that could not be sent yet is in the field the next time, and visitors see it', async () => {
  const { agent } = await aNameToldOffline()
  endKiosk(() => {})
  await openScreens(agent, path)
  await expect.element(page.getByLabelText('Your Name')).toHaveValue('Ann Marie Lee')
  await page.getByLabelText('PIN', { exact: true }).fill('2580')
  await page.getByLabelText('Repeat PIN').fill('2580')
  await button('Start').click()
  await button('Tap to sign in').click()
  await expect.element(page.getByText('Ann Marie Lee may email me about this house')).toBeVisible()
})

longTest('the survey on a tablet ignores other days, because it counts no visitors', async () => {
  const agent = await anAgentAtADoor()
  await saved(agent.device, 'open_house', 7, { date: '2031-11-28' })
  await openScreens(agent, path.replace('/kiosk', '/survey-kiosk'))
  await expect.element(page.getByLabelText('PIN', { exact: true })).toBeVisible()
  expect(page.getByText(/This open house is on/).query()).toBeNull()
})

longTest('an open house on another day is announced before the start, on the poster and above the form', async () => {
  const agent = await anAgentAtADoor()
  await saved(agent.device, 'open_house', 7, { date: '2031-11-28' })
  await openScreens(agent, path)
  await expect.element(page.getByText('This open house is on Fri, Nov 28, 2031.')).toBeVisible()
  setKioskRunning({ agentId: String(agent.id), path })
  await expect.element(page.getByText('Open house on Friday, November 28')).toBeVisible()
  await expect.element(page.getByText(/^Open house [\d:]+ [AP]M – [\d:]+ [AP]M$/)).toBeVisible()
  await button('Español').click()
  await expect.element(page.getByText('Casa abierta el viernes, 28 de noviembre')).toBeVisible()
  await button('Toque para registrarse').click()
  await expect.element(page.getByText('Casa abierta el viernes, 28 de noviembre')).toBeVisible()
})

longTest("an error at a visitor's field moves no field above it, and disappears while they type", async () => {
  const agent = await anAgentAtADoor()
  setKioskRunning({ agentId: String(agent.id), path })
  await openScreens(agent, path)
  await button('Tap to sign in').click()
  const top = () => page.getByLabelText('Your name').element().getBoundingClientRect().top
  const place = top()
  await button('Next').click()
  await expect.element(page.getByLabelText('Your name')).toHaveAccessibleDescription('Enter your name.')
  expect(top()).toBe(place)
  await page.getByLabelText('Your name').fill('J')
  await expect.element(page.getByLabelText('Your name')).not.toHaveAttribute('aria-invalid')
  await expect.element(page.getByLabelText('Email', { exact: true })).toHaveAttribute('aria-invalid')
})

longTest('waiting sign-ins are shown to the agent who leaves, not to visitors', async () => {
  const agent = await anAgentAtADoor()
  setKioskRunning({ agentId: String(agent.id), path })
  await openScreens(agent, path)
  await button('Tap to sign in').click()
  await page.getByLabelText('Your name').fill('Jo Park')
  await page.getByLabelText('Email', { exact: true }).fill('jo@mailbox.example')
  await button('Next').click()
  await button('Sign in').click()
  await expect.element(page.getByText('Thank you, Jo')).toBeVisible()
  await expect.element(page.getByText(/^Open house until [\d:]+ [AP]M$/)).toBeVisible()
  expect(page.getByText(/saved on this device/).query()).toBeNull()
  ;(page.getByRole('button', { name: /press and hold/ }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ >}')
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent('1 sign-in is saved on this device. It’ll be sent automatically.')
  await agent.device.database.outbox.toCollection().modify({ state: 'attention' })
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent('1 sign-in is saved on this device. Check the Outbox.')
  await agent.device.database.outbox.clear()
  await expect.element(page.getByText(/saved on this device/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog')).not.toHaveTextContent(/visitor/)
  await userEvent.keyboard('{/ }')
})

longTest('without a photo the poster of an address without a number shows the drawn house', async () => {
  const agent = await anAgentAtADoor()
  await saved(agent.device, 'listing', 1, { property: { address: 'Lot 4, Meadow Terrace' } })
  setKioskRunning({ agentId: String(agent.id), path })
  await openScreens(agent, path)
  await expect.element(button('Tap to sign in')).toBeVisible()
  expect(document.querySelector('svg[data-palette]')).not.toBeNull()
})

test('without its photo the poster shows the house number, and no drawing of another house', async () => {
  const agent = await anAgentAtADoor()
  setKioskRunning({ agentId: String(agent.id), path })
  await openScreens(agent, path)
  await expect.element(button('Tap to sign in')).toBeVisible()
  expect(document.querySelector('svg[data-palette]')).toBeNull()
  expect(page.getByText('15709', { exact: true }).elements()).toHaveLength(2)
})

test('main photos of today’s and tomorrow’s open houses are prefetched at a tablet’s size', async () => {
  const agent = await anAgentAtWork()
  for (const [id, date] of [today, addDays(today, 1), addDays(today, 2)].entries()) {
    const listing_key = String(id + 1)
    await saved(agent.device, 'listing', id + 1)
    await saved(agent.device, 'open_house', id + 1, { date, listing_key })
    const image = `/photos/${listing_key.repeat(32)}/960`
    await saved(agent.device, 'listing_image', id + 1, { listing_key, image, is_primary: true })
  }
  const asked: string[] = []
  const fetching = vi.spyOn(window, 'fetch').mockImplementation((address) => {
    if (typeof address === 'string') asked.push(address)
    return Promise.resolve(new Response())
  })
  onTestFinished(() => fetching.mockRestore())
  await render(
    <DeviceProvider device={agent.device}>
      <PrefetchOpenHousePhotos />
    </DeviceProvider>,
  )
  await expect
    .poll(() => asked.filter((address) => address.startsWith('/photos/')))
    .toEqual([`/photos/${'1'.repeat(32)}/1920`, `/photos/${'2'.repeat(32)}/1920`])
})
