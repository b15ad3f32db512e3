import { registerRoute } from 'workbox-routing'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import { keepShared, shareTarget } from '#storage/sharing/shared-content.ts'
import { isOfForeignPage } from './foreign-page.ts'

/** Stores what another app shares, also without a network, and opens the page that asks what to do with it. */
export function takeShared(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === shareTarget,
    async ({ request }) => {
      if (isOfForeignPage(request, self.location.origin)) return Response.redirect('/', 303)
      const agent = await signedInAgent().catch(() => null)
      // Without an agent it would belong to anyone: the page asks to share it again.
      if (agent === null) return Response.redirect('/shared', 303)
      try {
        await keepShared(agent.agentId, await request.formData())
        return Response.redirect('/shared', 303)
      } catch {
        // Such as on a full device. Without an answer the browser would blame the network.
        return Response.redirect('/shared?unkept=true', 303)
      }
    },
    'POST',
  )
}
