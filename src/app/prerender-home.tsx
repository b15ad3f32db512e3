import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { setLocalSession } from '#state/session.ts'
import { createAppRouter } from './routes.tsx'

/** Returns the home page without a signed-in agent as HTML, for the build. Removes ids, because the app renders the same page beside it. */
export async function prerenderHome(): Promise<string> {
  setLocalSession(null)
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }))
  // The router's scroll-restoration script is only for server-rendered pages.
  router.update({ ...router.options, scrollRestoration: false })
  await router.load()
  return (
    renderToStaticMarkup(<RouterProvider router={router} />)
      .replaceAll(/ id="[^"]*"/g, '')
      // Disables the skip link, which does nothing until the page's script runs.
      .replace(' href="#content"', '')
  )
}
