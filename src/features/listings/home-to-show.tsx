import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ListedBy } from '#core/contract/listing.ts'
import { canBeCalled } from '#core/domain/text/contact-links.ts'
import { fieldsMissingForOwnListing } from '#core/domain/homes/home-edit.ts'
import { StoredOnlyHereNote } from '#records/states/record-notice.tsx'
import { ListingAgentContactActions } from '#records/people/listing-agent.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow } from '#storage/database/rows.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { HouseIcon, PencilIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { makeMineWithUndo } from './listings-commands.ts'
import styles from './listing-detail.module.css'
import { addressOf } from '#features/listings/list/listing-row-kinds.ts'

const ListedBySheet = lazy(async () => ({ default: (await import('./listed-by-sheet.tsx')).ListedBySheet }))

type ActionsProps = { listing: ListingRow; onDelete: () => void }

export function HomeToShowActions({ listing, onDelete }: ActionsProps) {
  const params = { listingId: recordIdInUrl(listing) }
  return (
    <>
      <MakeItMine listing={listing} />
      <Link to="/listings/edit/$listingId" params={params} className={buttonClass()}>
        <PencilIcon />
        Edit Price and Notes
      </Link>
      <Button variant="danger" data-quiet onClick={onDelete}>
        <TrashIcon />
        Remove this home
      </Button>
    </>
  )
}

/** Turns the home into the agent's listing at once, or opens the form if the home lacks fields that the agent's listings need. */
function MakeItMine({ listing }: { listing: ListingRow }) {
  const device = useDevice()
  const words = (
    <>
      <HouseIcon size={18} />
      Make it my listing
    </>
  )
  if (fieldsMissingForOwnListing(listing).length === 0)
    return <Button onClick={() => void makeMineWithUndo(device, listing)}>{words}</Button>
  return (
    <Link
      to="/listings/edit/$listingId"
      params={{ listingId: recordIdInUrl(listing) }}
      search={{ mine: true }}
      className={buttonClass()}
    >
      {words}
    </Link>
  )
}

export function ListedByCard({ listing, listedBy }: { listing: ListingRow; listedBy: ListedBy }) {
  const [isEditing, setIsEditing] = useState(false)
  const { name, brokerage, phone, email, mls_number, link } = listedBy
  const isKnown = [name, brokerage, phone, email, mls_number, link].some((text) => text !== '')
  return (
    <Card title="Listed by">
      <div className={styles.broker}>
        {!isKnown && <p className={styles.quiet}>No listing agent added yet.</p>}
        {name !== '' && <p className={styles.listedByName}>{name}</p>}
        {brokerage !== '' && <p>{brokerage}</p>}
        {mls_number !== '' && <p>MLS {mls_number}</p>}
        {phone !== '' && !canBeCalled({ phone_number: phone }) && <p>{phone}</p>}
        <ListingAgentContactActions agent={listedBy} />
        {link !== '' && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {linkText(link)}
          </a>
        )}
        <Button onClick={() => setIsEditing(true)} aria-label={`Edit listing agent of ${addressOf(listing)}`}>
          <PencilIcon />
          Edit
        </Button>
        <StoredOnlyHereNote what="homes that other brokers list" />
      </div>
      {isEditing && (
        <Suspense>
          <ListedBySheet listing={listing} listedBy={listedBy} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

/** Returns the host, such as "zillow.com". */
function linkText(link: string): string {
  return /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(link)?.[1] ?? link
}
