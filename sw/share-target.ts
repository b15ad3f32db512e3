import { registerRoute } from 'workbox-routing'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import { keepShared, shareTarget } from '#storage/sharing/shared-content.ts'
import { isOfForeignPage } from './foreign-page.ts'

/** Keeps what another app shares, also without a network, and opens the page that asks what it is for. */
export function takeShared(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === shareTarget,
    async ({ request }) => {
      if (isOfForeignPage(request, self.location.origin)) return Response.redirect('/', 303)
      const agent = await signedInAgent().catch(() => null)
      // Without an agent it would be anybody's: the page says that it has to be shared again.
      if (agent === null) return Response.redirect('/shared', 303)
      try {
        await keepShared(agent.agentId, await request.formData())
        return Response.redirect('/shared', 303)
      } catch {
        // As on a full device; without an answer the browser would show its own page about the network.
        return Response.redirect('/shared?unkept=true', 303)
      }
    },
    'POST',
  )
}
