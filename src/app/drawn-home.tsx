import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { localSessionIsKnown } from '#state/session.ts'
import { createAppRouter } from './routes.tsx'

/**
 * The home of a visitor as HTML, for the build; without the names that the page itself has again while this stands for it.
 */
export async function drawHome(): Promise<string> {
  localSessionIsKnown(null)
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }))
  // The script that it would add is for a page that a server draws.
  router.update({ ...router.options, scrollRestoration: false })
  await router.load()
  return (
    renderToStaticMarkup(<RouterProvider router={router} />)
      .replaceAll(/ id="[^"]*"/g, '')
      // The link past the bar would lead nowhere until the page itself hears it.
      .replace(' href="#content"', '')
  )
}
