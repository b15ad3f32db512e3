import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { setLocalSession } from '#state/session.ts'
import { createAppRouter } from './routes.tsx'

/** Returns the visitor's home as HTML, for the build, without ids, which the real page renders beside it. */
export async function prerenderHome(): Promise<string> {
  setLocalSession(null)
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }))
  // The router's scroll-restoration script is only for server-rendered pages.
  router.update({ ...router.options, scrollRestoration: false })
  await router.load()
  return (
    renderToStaticMarkup(<RouterProvider router={router} />)
      .replaceAll(/ id="[^"]*"/g, '')
      // The skip link does nothing until the page's script runs.
      .replace(' href="#content"', '')
  )
}
