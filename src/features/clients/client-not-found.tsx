import { Link } from '@tanstack/react-router'
import { RecordNotFound } from '#records/record-not-found.tsx'
import { buttonClass } from '#ui/button.tsx'
import { BackToClients } from './back-to-clients.tsx'

export function ClientNotFound() {
  return (
    <RecordNotFound entity="client" back={<BackToClients />} failure="Failed to load client. Please try again.">
      <p>It may have been deleted, or it has not reached this device yet.</p>
      <p>
        <Link to="/clients" className={buttonClass({ variant: 'primary' })}>
          View all clients
        </Link>
      </p>
    </RecordNotFound>
  )
}
