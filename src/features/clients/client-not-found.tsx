import { Link } from '@tanstack/react-router'
import { NothingHere } from '#records/nothing-here.tsx'
import { useLoadState } from '#records/use-load-state.ts'
import { buttonClass } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { BackToClients } from './back-to-clients.tsx'

/** An address that leads to no client on this device: never made, deleted, somebody else's, or not loaded. */
export function ClientNotFound() {
  const load = useLoadState('client')
  return (
    <>
      <PageHead back={<BackToClients />} title={load === 'known' ? 'Client not found' : 'Client'} />
      <NothingHere load={load} failure="Failed to load client. Please try again." what="This client">
        <p>It may have been deleted, or it has not reached this device yet.</p>
        <p>
          <Link to="/clients" className={buttonClass({ variant: 'primary' })}>
            View all clients
          </Link>
        </p>
      </NothingHere>
    </>
  )
}
