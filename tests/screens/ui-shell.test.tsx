import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { AppFrame } from '#app/shell/app-frame.tsx'
import { GuestBar } from '#app/shell/top-bar.tsx'
import { More } from '#app/more-page.tsx'
import { PageFrame } from '#app/shell/page-frame.tsx'
import { bottomNavItemOfPath, navItemOfPath } from '#app/shell/nav-link.tsx'
import type { SyncStatus } from '#ui/feedback/sync-chip.tsx'

type Wishes = {
  path?: string
  isCollapsed?: boolean
  syncStatus?: SyncStatus
  onLogout?: () => void
}

function openFrame({ path, isCollapsed = false, onLogout = () => {}, syncStatus = { state: 'saved' } }: Wishes = {}) {
  return openPage(
    <AppFrame agentBar={{ isCollapsed, onCollapse: () => {}, onLogout, onFind: () => {}, syncStatus }}>
      <h1>Here</h1>
    </AppFrame>,
    path,
  )
}

async function openPage(framed: ReactNode, path = '/') {
  const root = createRootRoute({ component: () => framed })
  const anywhere = createRoute({ getParentRoute: () => root, path: '$' })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren([anywhere]), history })
  // The registered router type is the app's; this one is smaller.
  await render(<RouterProvider router={router as never} />)
  await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible()
  return history
}

const namesIn = (navigation: string) =>
  page
    .getByRole('navigation', { name: navigation })
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('aria-label') ?? link.textContent)

test('on a desktop an agent finds every place in the bar', async () => {
  await page.viewport(1280, 800)
  await openFrame()
  expect(namesIn('Main')).toEqual([
    'Dashboard',
    'Today',
    'My Listings',
    'Create Listing',
    'Clients',
    'Tours',
    'Survey Analytics',
    'Take Survey',
  ])
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Login' })).not.toBeInTheDocument()
})

test('a visitor finds the survey, Login and Register, on a desktop and on a phone', async () => {
  await openPage(
    <PageFrame topBar={<GuestBar />}>
      <h1>Here</h1>
    </PageFrame>,
  )
  for (const width of [1280, 320]) {
    await page.viewport(width, 800)
    expect(namesIn('Main')).toEqual(['Take Survey'])
    await expect.element(page.getByRole('link', { name: 'Login' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Register' })).toBeVisible()
  }
  await expect.element(page.getByRole('navigation', { name: 'Places' })).not.toBeInTheDocument()
})

test('on a phone the places are at the bottom and the survey on top, and Listings has its full name', async () => {
  await page.viewport(390, 800)
  await openFrame({ path: '/listings/7' })
  expect(namesIn('Places')).toEqual(['Today', 'My Listings', 'Clients', 'Tours', 'More places'])
  expect(namesIn('Main')).toEqual(['Take Survey'])
  const listings = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'My Listings' })
  await expect.element(listings).toHaveTextContent('Listings')
  await expect.element(listings).toHaveAttribute('aria-current', 'page')
})

test('a page belongs to the place that leads to it', () => {
  expect(navItemOfPath('/listings/new')).toBe('/listings/new')
  expect(navItemOfPath('/listings/create/12')).toBe('/listings/new')
  expect(navItemOfPath('/listings/edit/12')).toBe('/my-listings')
  expect(navItemOfPath('/listings/local-7/dashboard')).toBe('/my-listings')
  expect(navItemOfPath('/clients/new')).toBe('/clients')
  expect(navItemOfPath('/questionnaire/analytics')).toBe('/questionnaire/analytics')
  expect(navItemOfPath('/questionnaire')).toBe('/questionnaire')
  expect(navItemOfPath('/today')).toBe('/today')
  expect(navItemOfPath('/open-houses/7/kiosk')).toBe('/my-listings')
  expect(navItemOfPath('/figures/import')).toBe('/my-listings')
  expect(navItemOfPath('/appointments/import')).toBe('/dashboard')
  expect(navItemOfPath('/')).toBeUndefined()
})

test('the bottom bar highlights the place that leads to a page, or More if it has no room for it', () => {
  const lit = (paths: string[]) => new Set(paths.map(bottomNavItemOfPath))
  expect(lit(['/listings/new', '/listings/create/12', '/listings/7'])).toEqual(new Set(['/my-listings']))
  const inMore = ['/dashboard', '/settings', '/outbox', '/questionnaire/analytics', '/questionnaire', '/more']
  expect(lit(inMore)).toEqual(new Set(['/more']))
  expect(lit(['/today'])).toEqual(new Set(['/today']))
  expect(lit(['/tours/3/run'])).toEqual(new Set(['/tours']))
  expect(lit(['/'])).toEqual(new Set([undefined]))
})

test('the collapsed navigation shows only icons and keeps its names', async () => {
  await page.viewport(1280, 800)
  await openFrame({ isCollapsed: true })
  const clients = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' })
  await expect.element(clients).toBeVisible()
  expect(clients.element().getBoundingClientRect().width).toBeLessThan(50)
  await expect.element(page.getByRole('button', { name: 'Show names in the navigation' })).toBeVisible()
})

test('the first Tab reaches a link past the bars to the page', async () => {
  await openFrame()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('the sync chip shows its state and opens the Outbox', async () => {
  const history = await openFrame({ syncStatus: { state: 'offline', count: 3 } })
  const chip = page.getByRole('button', { name: 'Sync status', exact: true })
  await expect.element(chip).toHaveTextContent('Offline · 3 waiting')
  await expect.element(chip).toHaveAccessibleDescription('Offline · 3 waiting')
  await chip.click()
  await expect.poll(() => history.location.pathname).toBe('/outbox')
})

test('Logout is one press away', async () => {
  await page.viewport(1280, 800)
  const logout = vi.fn()
  await openFrame({ onLogout: logout })
  await page.getByRole('button', { name: 'Logout' }).click()
  expect(logout).toHaveBeenCalledOnce()
})

test('More has the places that do not fit into the bottom bar', async () => {
  const root = createRootRoute({
    component: () => (
      <main>
        <h1>More</h1>
        <More agentName="Maya Torres" unsentCount={2} isDark={false} onDarkChange={() => {}} onLogout={() => {}} />
      </main>
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await render(<RouterProvider router={router as never} />)
  await expect.element(page.getByRole('link', { name: 'Outbox 2 waiting' })).toBeVisible()
  for (const name of ['Dashboard', 'Create Listing', 'Survey Analytics', 'Take Survey', 'Settings']) {
    await expect.element(page.getByRole('link', { name })).toBeVisible()
  }
  await expect.element(page.getByText('2 changes are not sent yet')).toBeVisible()
  await expect.element(page.getByRole('switch', { name: 'Dark theme' })).not.toBeChecked()
})

test.each([320, 390, 768, 1024, 1280])('at %i px nothing is cut off or wider than the screen', async (width) => {
  await page.viewport(width, 700)
  await openFrame({ path: '/dashboard', syncStatus: { state: 'asked-to-wait', count: 12, retryInSeconds: 200 } })
  const outside = [...document.querySelectorAll('header *, nav *')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > width))
  expect(outside.map(({ element }) => element.outerHTML)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const bar = document.querySelector('header')
  const boxes = [...(bar?.children ?? [])].map((part) => part.getBoundingClientRect())
  for (const [index, box] of boxes.entries()) {
    expect(box.left).toBeGreaterThanOrEqual((boxes[index - 1]?.right ?? 0) - 0.5)
  }
})
