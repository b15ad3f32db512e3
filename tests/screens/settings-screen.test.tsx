import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { applyPreferences } from '#app/page/apply-preferences.ts'
import { useWorkspace } from '#app/workspace.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { chooseTheme, collapseSidebar, usePreferences } from '#state/preferences.ts'
import { useConnection } from '#state/connection.ts'
import { buildVersion } from '#state/build-version.ts'
import { leaveKindUnknown, startAccountServer } from '#tests/support/account-server.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { longTest } from '#tests/support/long-test.ts'
import { mayaAtWork, openApp } from '#tests/support/whole-app.tsx'

beforeEach(() => page.viewport(1280, 900))

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const tab = (name: string) => page.getByRole('tab', { name })
const field = (label: string) => page.getByLabelText(label, { exact: true })

async function openSettings(address = '/settings', { isSynced = false } = {}) {
  const server = startAccountServer()
  if (!isSynced) leaveKindUnknown(server)
  const maya = await mayaAtWork(server)
  const app = await openApp(address)
  await expect.element(heading('Settings')).toBeVisible()
  return { server, app, maya }
}

test('the profile sends only changed fields and updates the greeting', async () => {
  const { server, app } = await openSettings()
  await field('First Name').fill('Maya')
  await field('License Number').fill('DRE 01234567')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect.element(page.getByText('Your profile has been updated successfully.')).toBeVisible()
  expect(server.arrivals.find(({ call }) => call === 'PATCH users/profile/')?.body).toEqual({
    first_name: 'Maya',
    license_number: 'DRE 01234567',
  })
  app.go('/')
  await expect.element(heading('Welcome back, Maya!')).toBeVisible()
})

longTest('a profile that cannot be sent keeps its text, even over a restart', async () => {
  const { server, app } = await openSettings()
  server.isReachable = false
  await field('First Name').fill('Maya')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
  await app.close()
  await openApp('/settings')
  await expect.element(page.getByText(/Restored what you typed/)).toBeVisible()
  await expect.element(field('First Name')).toHaveValue('Maya')
})

longTest('a new email is sent with the current password if the server requires it', async () => {
  const { server, maya } = await openSettings()
  const save = page.getByRole('button', { name: 'Save Profile' })
  const proof = page.getByRole('form', { name: 'Profile' }).getByLabelText('Current Password')
  const wrong = 'This is not your current password.'
  server.answers.set('PATCH users/profile/', ({ current_password, ...body }) =>
    current_password === 'a-long-and-quiet-river'
      ? { status: 200, body: { ...maya, ...body } }
      : { status: 400, body: { current_password: [wrong] } },
  )
  await field('Email').fill('maya@new.example.com')
  await save.click()
  await expect.element(proof).toHaveAccessibleDescription(/Enter your current password to change the email\./)
  const sent = server.arrivals.filter(({ call }) => call === 'PATCH users/profile/')
  expect(sent.map(({ body }) => body)).toEqual([{ email: 'maya@new.example.com' }])
  await save.click()
  await expect.element(proof).toHaveAccessibleDescription(/Enter your current password to change the email\./)
  await proof.fill('a guess')
  await save.click()
  await expect.element(proof).toHaveAccessibleDescription(new RegExp(wrong))
  await proof.fill('a-long-and-quiet-river')
  await save.click()
  await expect.element(page.getByText('Your profile has been updated successfully.')).toBeVisible()
  await expect.element(proof).not.toBeInTheDocument()
})

longTest('on our server, a new email shows the password field at once', async () => {
  await openSettings()
  const proof = page.getByRole('form', { name: 'Profile' }).getByLabelText('Current Password')
  await field('First Name').fill('Maya')
  useConnection.setState({ serverKind: 'ours' })
  await expect.element(proof).not.toBeInTheDocument()
  await field('Email').fill('maya@new.example.com')
  useConnection.setState({ serverKind: 'ours' })
  await expect.element(proof).toBeVisible()
  useConnection.setState({ serverKind: 'plain' })
  await expect.element(proof).not.toBeInTheDocument()
})

test('on a plain server, Settings shows the account and offers only changes that the server supports', async () => {
  await openSettings()
  await expect.element(page.getByRole('form', { name: 'Profile' })).toBeVisible()
  useConnection.setState({ serverKind: 'plain' })
  await expect.element(page.getByText(/Ask your office to change your profile/)).toBeVisible()
  await expect.element(page.getByText('maya@example.com', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  expect(page.getByRole('button', { name: /Save Profile|Change Password|Close Account/ }).elements()).toEqual([])
  expect(
    page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(['Profile', 'App', 'Data'])
})

longTest('the account’s email is changed with the profile, and a taken one is reported at its field', async () => {
  const { server } = await openSettings()
  const taken = 'A user with that email already exists.'
  server.answers.set('PATCH users/profile/', { status: 400, body: { email: [taken] } })
  await field('Email').fill('noor@example.com')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect.element(field('Email')).toHaveAccessibleDescription(taken)
  server.answers.delete('PATCH users/profile/')
  await field('Email').fill('maya@new.example.com')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect.element(page.getByText('Your profile has been updated successfully.')).toBeVisible()
  const sent = server.arrivals.filter(({ call }) => call === 'PATCH users/profile/')
  expect(sent.at(-1)?.body).toEqual({ email: 'maya@new.example.com' })
})

const changePassword = page.getByRole('button', { name: 'Change Password' })

async function fillPasswords(current: string, chosen: string, again = chosen): Promise<void> {
  await field('Current Password').fill(current)
  await field('New Password').fill(chosen)
  await field('Confirm New Password').fill(again)
}

longTest('a changed password says that other devices were logged out, and empties its fields', async () => {
  const { server } = await openSettings()
  await expect.element(sessions()).toHaveTextContent('iPhone')
  await fillPasswords('a-long-and-quiet-river', 'a wide and slow river')
  await changePassword.click()
  await expect.element(page.getByText('Your other devices were logged out.')).toBeVisible()
  expect(server.arrivals.find(({ call }) => call === 'POST users/password/')?.body).toEqual({
    current_password: 'a-long-and-quiet-river',
    new_password: 'a wide and slow river',
    new_password2: 'a wide and slow river',
    revoke_access: false,
  })
  for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
    await expect.element(field(label)).toHaveValue('')
  await expect.element(sessions()).not.toHaveTextContent('iPhone')
})

longTest('a ticked box also revokes API tokens and the calendar address', async () => {
  const { server } = await openSettings()
  await fillPasswords('a-long-and-quiet-river', 'a wide and slow river')
  await page.getByLabelText('Also revoke API tokens and the calendar address').click()
  await changePassword.click()
  await expect.element(page.getByText('API tokens and the calendar address no longer work.')).toBeVisible()
  const sent = server.arrivals.find(({ call }) => call === 'POST users/password/')
  expect(sent?.body).toMatchObject({ revoke_access: true })
})

longTest('a new password is checked as at registration, before the request', async () => {
  const { server } = await openSettings()
  await changePassword.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please fill in all required fields.')
  await expect.element(field('Current Password')).toHaveAccessibleDescription('Current Password is required.')
  await fillPasswords('a-long-and-quiet-river', 'short', 'other')
  await changePassword.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Passwords do not match')
  await expect.element(field('Confirm New Password')).toHaveFocus()
  await field('Confirm New Password').fill('short')
  await changePassword.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Password must be at least 8 characters long')
  expect(server.arrivals.filter(({ call }) => call === 'POST users/password/')).toEqual([])
  expect(await axeFindings()).toEqual([])
})

longTest('a wrong current password is reported at its field', async () => {
  const { server } = await openSettings()
  const said = 'This is not your current password.'
  server.answers.set('POST users/password/', { status: 400, body: { current_password: [said] } })
  await fillPasswords('some other river', 'a wide and slow river')
  await changePassword.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(said)
  await expect.element(field('Current Password')).toHaveFocus()
  await expect.element(field('New Password')).toHaveValue('a wide and slow river')
})

longTest('offline a password is not changed, and the card says that the server stores it', async () => {
  const { server } = await openSettings()
  server.isReachable = false
  await fillPasswords('a-long-and-quiet-river', 'a wide and slow river')
  await expect.element(changePassword).toHaveAttribute('aria-disabled', 'true')
  await changePassword.click({ force: true })
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached. Please try again.')
  await expect
    .element(page.getByText('Changing your password needs the server, which cannot be reached right now.'))
    .toBeVisible()
})

const sessions = () => page.getByRole('list', { name: 'Your sessions' })

longTest('sessions are named by device, and are ended one by one or all except this one', async () => {
  await openSettings()
  await expect.element(sessions()).toHaveTextContent('Firefox on MacThis device')
  await expect.element(sessions()).toHaveTextContent(/Safari on iPhoneLast seen Nov 21/)
  expect(page.getByRole('button', { name: 'End session of Firefox on Mac' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'End session of Safari on iPhone' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'End this session?' })
  await expect.element(dialog).toHaveTextContent('Anything not sent yet stays on that device, locked')
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect.element(sessions()).not.toHaveTextContent('iPhone')
  await expect.element(sessions()).toHaveTextContent('Chrome on Windows')
  await page.getByRole('button', { name: 'End All Others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click()
  await expect.element(sessions()).not.toHaveTextContent('Windows')
  expect(page.getByRole('button', { name: 'End All Others' }).elements()).toEqual([])
})

longTest('a session that cannot be ended stays in the list', async () => {
  const { server } = await openSettings()
  server.answers.set('DELETE users/sessions/2/', { status: 503, body: { detail: 'Busy.' } })
  await page.getByRole('button', { name: 'End session of Safari on iPhone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Session not ended')
  await expect.element(sessions()).toHaveTextContent('iPhone')
})

test('the error log can be exported from Settings', async () => {
  await openSettings('/settings?tab=app')
  await expect.element(page.getByRole('button', { name: 'Export Logs' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Report Issue' })).not.toBeInTheDocument()
})

longTest('the theme is light until the agent chooses one, and the choice is stored', async () => {
  const stop = applyPreferences()
  await openSettings('/settings?tab=app')
  expect(usePreferences.getState().theme).toBe('light')
  expect(document.documentElement.dataset['theme']).toBe('light')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('fanlight:theme')).toBe('dark')
  await page.getByRole('button', { name: 'System', exact: true }).click()
  expect(document.documentElement.dataset['theme']).toBe('system')
  chooseTheme('light')
  stop()
})

test('a collapsed navigation stays collapsed in this browser', async () => {
  onTestFinished(() => collapseSidebar(false))
  await openSettings('/settings?tab=app')
  await page.getByRole('switch', { name: 'Only icons in the navigation' }).click()
  expect(usePreferences.getState().sidebarCollapsed).toBe(true)
  expect(localStorage.getItem('fanlight:sidebar-collapsed')).toBe('true')
  // Another URL loads the module again, as the next visit does.
  const nextVisit: string = '/src/state/preferences.ts?next-visit'
  const read = (await import(/* @vite-ignore */ nextVisit)) as { usePreferences: typeof usePreferences }
  expect(read.usePreferences.getState().sidebarCollapsed).toBe(true)
})

longTest('an API token is shown once and can be revoked', async () => {
  await openSettings('/settings?tab=tokens')
  await field('Token Name').fill('Nightly export')
  await page.getByRole('button', { name: 'Create Token' }).click()
  await expect.element(page.getByText('secret-shown-once')).toBeVisible()
  await tab('Data').click()
  await tab('API').click()
  await expect.element(page.getByRole('button', { name: 'Revoke Nightly export' })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Your tokens' })).toHaveTextContent(/Read only\. Made Nov 21/)
  expect(page.getByText('secret-shown-once').elements()).toEqual([])
  await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('No tokens yet.')).toBeVisible()
})

longTest('if the browser refuses to copy, an API token says how to copy it by hand', async () => {
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  onTestFinished(() => copying.mockRestore())
  await openSettings('/settings?tab=tokens')
  await field('Token Name').fill('Nightly export')
  await page.getByRole('button', { name: 'Create Token' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect.element(page.getByText('Select the token and copy it by hand.')).toBeVisible()
})

longTest('the app tab shows the running version', async () => {
  await openSettings('/settings?tab=app')
  await expect.element(page.getByText(`Fanlight, version ${buildVersion}`)).toBeVisible()
})

longTest('the data tab shows how much is stored, and which other agents have data here', async () => {
  const { app } = await openSettings('/settings?tab=data')
  await expect.element(page.getByText(/ used/)).toBeVisible()
  await expect.element(page.getByText('Nobody else has data here.')).toBeVisible()
  expect(app.address()).toBe('/settings?tab=data')
})

longTest('A12: the browser is asked for persistent storage, and the page shows its answer', async () => {
  await openSettings('/settings?tab=data')
  const ask = page.getByRole('button', { name: 'Ask the Browser to Keep It' })
  await expect.element(page.getByText('The browser may clear it when the device is full.')).toBeVisible()
  await ask.click()
  await expect.element(page.getByText('Not guaranteed')).toBeVisible()
  const { targetInfo } = await cdp().send('Target.getTargetInfo')
  const { browserContextId = '' } = targetInfo
  const { origin } = location
  await cdp().send('Browser.grantPermissions', { origin, permissions: ['durableStorage'], browserContextId })
  onTestFinished(async () => {
    await cdp().send('Browser.resetPermissions', { browserContextId })
  })
  await ask.click()
  await expect.element(page.getByText('The browser keeps it until you remove it.')).toBeVisible()
  await expect.element(ask).not.toBeInTheDocument()
})

longTest('I11: held photos are announced in the chip and the Outbox, and can be sent by hand', async () => {
  const { app } = await openSettings('/settings?tab=data', { isSynced: true })
  await page.getByRole('button', { name: 'By hand' }).click()
  await expect.element(page.getByText(/Photos wait in the Outbox until you press Send photos now\./)).toBeVisible()
  await aPhotoThatWaits()
  await expect
    .element(page.getByRole('button', { name: 'Sync status' }), { timeout: 10_000 })
    .toHaveTextContent('1 photo waiting')
  app.go('/outbox')
  await expect.element(page.getByText('One photo waits until you send it.')).toBeVisible()
  await expect.element(page.getByText(/Waits for another connection, or until you press/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await page.getByRole('button', { name: 'Send photos now' }).click()
  await expect.element(page.getByText('One photo waits until you send it.')).not.toBeInTheDocument()
})

async function aPhotoThatWaits(): Promise<void> {
  const workspace = useWorkspace.getState()
  if (workspace.state !== 'open') throw new Error('No workspace is open.')
  const { device } = workspace
  const image = await device.saveFile(new Blob(['a photo']), { fileName: 'door.jpg', mediaType: 'image/jpeg' })
  await createRecord(device.replica, device.clock, {
    opId: device.ids.uuid(),
    entity: 'listing_image',
    changes: { caption: '', is_primary: true },
    references: { listing: { entity: 'listing', key: '3' } },
    files: { image },
  })
}

longTest('all data is exported as one file, and clients as a table and as an address book', async () => {
  await openSettings('/settings?tab=data')
  const saved: { name: string; content: Blob }[] = []
  const addresses = vi.spyOn(URL, 'createObjectURL')
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, content: addresses.mock.lastCall?.[0] as Blob })
  })
  onTestFinished(() => {
    addresses.mockRestore()
    press.mockRestore()
  })
  for (const name of ['Export All Data', 'Clients as CSV', 'Clients as vCard']) {
    await page.getByRole('button', { name }).click()
    await expect.poll(() => saved.at(-1)?.name ?? '').toMatch(endings[name] ?? /$^/)
  }
  const everything = JSON.parse((await saved[0]?.content.text()) ?? '') as Record<string, unknown>
  for (const table of ['clients', 'listings', 'showings', 'open_houses', 'open_house_visits', 'appointments', 'tours'])
    expect(everything[table], table).toBeInstanceOf(Array)
  expect(everything).toMatchObject({ unsent_changes: [], unsent_photos: [] })
  expect(await saved[1]?.content.text()).toContain('First Name,Last Name')
})

const endings: Record<string, RegExp> = {
  'Export All Data': /\.json$/,
  'Clients as CSV': /\.csv$/,
  'Clients as vCard': /\.vcf$/,
}

longTest('a file saved in the evening has the agent’s local date in its name', async () => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'America/Los_Angeles' })
  vi.setSystemTime(new Date('2026-11-21T20:30:00-08:00'))
  const names: string[] = []
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  onTestFinished(async () => {
    press.mockRestore()
    vi.useRealTimers()
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' })
  })
  const { app } = await openSettings('/settings?tab=data')
  await page.getByRole('button', { name: 'Clients as CSV' }).click()
  await page.getByRole('button', { name: 'Back Up' }).click()
  await expect.poll(() => names).toEqual(['fanlight-clients-2026-11-21.csv', 'fanlight-backup-2026-11-21.zip'])
  app.go('/settings?tab=app')
  await page.getByRole('button', { name: 'Export Logs' }).click()
  expect(names.at(-1)).toBe('fanlight-errors-2026-11-21.json')
})

longTest('axe finds no problem on any tab', async () => {
  const { app } = await openSettings()
  for (const [name, address] of [
    ['Profile', '/settings'],
    ['App', '/settings?tab=app'],
    ['Data', '/settings?tab=data'],
    ['API', '/settings?tab=tokens'],
  ] as const) {
    app.go(address)
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    expect(await axeFindings(), name).toEqual([])
  }
})

const feedAddress = page.getByLabelText('Calendar address', { exact: true })

longTest('the calendar feed says what it shows, and its address is created, replaced and closed', async () => {
  await openSettings('/settings?tab=data')
  const card = page.getByRole('region', { name: 'Calendar feed' })
  await expect.element(card).toHaveTextContent('sees times, places, notes and your clients’ email addresses')
  await page.getByRole('button', { name: 'Create Calendar Link' }).click()
  // The button is gone, and its replacement has the focus.
  await expect.element(feedAddress).toHaveFocus()
  await expect.element(feedAddress).toHaveTextContent(`${location.origin}/calendar/secret-1.ics`)
  await expect
    .element(page.getByRole('link', { name: 'Open in Calendar' }))
    .toHaveAttribute('href', `webcal://${location.host}/calendar/secret-1.ics`)
  expect(await axeFindings()).toEqual([])
  await page.getByRole('button', { name: 'New Address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'New Address' }).click()
  await expect.element(feedAddress).toHaveTextContent('secret-2.ics')
  await page.getByRole('button', { name: 'Close Feed' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close Feed' }).click()
  await expect.element(page.getByRole('button', { name: 'Create Calendar Link' })).toBeVisible()
  expect(feedAddress.query()).toBeNull()
})

longTest('offline the calendar feed says that the server stores its address', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  server.isReachable = false
  await openApp('/settings?tab=data')
  await expect.element(page.getByText('The address can’t be shown until the server can be reached.')).toBeVisible()
})

longTest('an address that could not be created says so and changes nothing', async () => {
  const { server } = await openSettings('/settings?tab=data')
  await expect.element(page.getByRole('button', { name: 'Create Calendar Link' })).toBeVisible()
  server.isReachable = false
  await page.getByRole('button', { name: 'Create Calendar Link' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Calendar address not changed')
  expect(feedAddress.query()).toBeNull()
})

longTest('a server without a calendar feed is named', async () => {
  const server = startAccountServer()
  leaveKindUnknown(server)
  await mayaAtWork(server)
  server.answers.set('GET users/calendar-feed/', { status: 404, body: { detail: 'Not found.' } })
  await openApp('/settings?tab=data')
  await expect.element(page.getByText('This server does not offer a calendar feed.')).toBeVisible()
})
