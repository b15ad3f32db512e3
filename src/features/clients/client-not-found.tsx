import { Link } from '@tanstack/react-router'
import { RecordNotFound } from '#records/record-not-found.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { buttonClass } from '#ui/button.tsx'

export function ClientNotFound() {
  return (
    <RecordNotFound
      entity="client"
      back={<BackLink to="/clients">Back to Clients</BackLink>}
      failure="Failed to load client. Please try again."
    >
      <p>It may have been deleted, or it has not reached this device yet.</p>
      <p>
        <Link to="/clients" className={buttonClass({ variant: 'primary' })}>
          View all clients
        </Link>
      </p>
    </RecordNotFound>
  )
}
