import { registerRoute } from 'workbox-routing'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import { storeSharedContent, shareTarget } from '#storage/sharing/shared-content.ts'
import { isOfForeignPage } from './foreign-page.ts'

/** Stores content that another app shares, even offline, and opens the page on which the agent chooses what to do with it. */
export function receiveSharedContent(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === shareTarget,
    async ({ request }) => {
      if (isOfForeignPage(request, self.location.origin)) return Response.redirect('/', 303)
      const agent = await signedInAgent().catch(() => null)
      // While no agent is signed in, nothing is stored, because any agent could see it; the page asks the agent to share it again.
      if (agent === null) return Response.redirect('/shared', 303)
      try {
        await storeSharedContent(agent.agentId, await request.formData())
        return Response.redirect('/shared', 303)
      } catch {
        // The device may be full. Without this response, the browser would report a network error.
        return Response.redirect('/shared?unkept=true', 303)
      }
    },
    'POST',
  )
}
