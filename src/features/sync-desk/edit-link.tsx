import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import type { ButtonVariant } from '#ui/button.tsx'
import type { OutboxItem } from './outbox-queries.ts'

type EditLinkProps = { item: OutboxItem; variant: ButtonVariant }

/** Leads to the form of the record, which opens with what was refused marked (fault H2); nothing where there is no form. */
export function EditLink({ item, variant }: EditLinkProps) {
  const { operation, row, words } = item
  // Its listing's page would say only that there is none.
  if (row === undefined || operation.kind === 'delete' || item.missing !== null) return null
  const className = buttonClass({ variant })
  const address = String(row.id ?? row.key)
  switch (operation.entity) {
    case 'client':
      return (
        <Link
          to="/clients/edit/$clientId"
          params={{ clientId: address }}
          className={className}
          aria-label={`Edit ${words.title}`}
        >
          Edit
        </Link>
      )
    case 'listing':
      return (
        <Link
          to="/listings/edit/$listingId"
          params={{ listingId: address }}
          className={className}
          aria-label={`Edit ${words.title}`}
        >
          Edit
        </Link>
      )
    case 'tour':
      return (
        <Link
          to="/tours/$tourId"
          params={{ tourId: address }}
          search={{ edit: 'all' }}
          className={className}
          aria-label={`Edit ${words.title}`}
        >
          Edit
        </Link>
      )
    case 'property':
      // The catalogue is shared: only what the server does not have is the agent's to change.
      if (operation.kind !== 'create' || operation.attempt !== null || operation.state === 'sending') return null
      return (
        <Link to="/listings/new" search={{ edit: row.key }} className={className} aria-label={`Edit ${words.title}`}>
          Edit
        </Link>
      )
    case 'listing_image': {
      const listingKey = operation.references['listing']?.key ?? row['listing_key']
      if (typeof listingKey !== 'string') return null
      return (
        <Link
          to="/listings/edit/$listingId"
          params={{ listingId: listingKey }}
          className={className}
          aria-label={`Choose another photo of ${words.title}`}
        >
          Choose another photo
        </Link>
      )
    }
    case 'showing':
    case 'open_house':
    case 'open_house_visit': {
      // Their forms stand on the listing's own page.
      const listingKey = operation.references['listing']?.key ?? row['listing_key']
      if (typeof listingKey !== 'string') return null
      return (
        <Link
          to="/listings/$listingId"
          params={{ listingId: listingKey }}
          className={className}
          aria-label={`Open the listing of ${words.title}`}
        >
          Open Listing
        </Link>
      )
    }
    case 'appointment':
      return (
        <Link
          to="/dashboard"
          search={{ appointment: address }}
          className={className}
          aria-label={`Edit ${words.title}`}
        >
          Edit
        </Link>
      )
    default:
      return null
  }
}
