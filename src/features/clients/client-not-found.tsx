import { Link } from '@tanstack/react-router'
import { useSession } from '#state/session.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonClass } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { BackToClients } from './back-to-clients.tsx'

/** This device has no such client: never made, deleted, somebody else's, or not loaded because the server failed. */
export function ClientNotFound() {
  const loadError = useSession((session) => session.areas.clients.error)
  return (
    <>
      <PageHead back={<BackToClients />} title="Client not found" />
      {loadError !== null && (
        <Banner tone="danger" role="alert">
          Failed to load client. Please try again.
        </Banner>
      )}
      <p>It may have been deleted, or it has not reached this device yet.</p>
      <p>
        <Link to="/clients" className={buttonClass({ variant: 'primary' })}>
          View all clients
        </Link>
      </p>
    </>
  )
}
