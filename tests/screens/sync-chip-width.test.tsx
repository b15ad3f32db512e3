import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { AppFrame } from '#app/shell/app-frame.tsx'
import { type SyncStatus, formatSyncStatus } from '#ui/feedback/sync-chip.tsx'

async function openFrame(syncStatus: SyncStatus) {
  const routeTree = createRootRoute({
    component: () => (
      <AppFrame
        agentBar={{ syncStatus, isCollapsed: false, onCollapse: () => {}, onLogout: () => {}, onFind: () => {} }}
      >
        <h1>Outbox</h1>
      </AppFrame>
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await render(<RouterProvider router={router as never} />)
}

const longest: SyncStatus[] = [
  { state: 'asked-to-wait', count: 3, retryInSeconds: 2705 },
  { state: 'needs-login', count: 12 },
  { state: 'outdated', count: 12 },
  { state: 'offline', count: 123 },
  { state: 'server-error', count: 123 },
]

test.each(longest.flatMap((status) => [390, 320].map((width) => [width, status] as const)))(
  'on a phone of %i px the chip shows all of its words: %j',
  async (width, status) => {
    await page.viewport(width, 700)
    await openFrame(status)
    const words = page.getByRole('button', { name: 'Sync status' }).getByText(formatSyncStatus(status))
    await expect.element(words).toBeVisible()
    const { scrollWidth, clientWidth } = words.element()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    const bar = page.getByRole('banner').element().getBoundingClientRect()
    expect(
      page.getByRole('button', { name: 'Sync status' }).element().getBoundingClientRect().bottom,
    ).toBeLessThanOrEqual(bar.bottom)
  },
)
