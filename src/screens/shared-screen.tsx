import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type SharedHome, sharedHome } from '#core/domain/addresses/shared-home.ts'
import { placeText } from '#core/domain/listings/listing-display.ts'
import { contactInText } from '#core/domain/text/contact-in-text.ts'
import { formatDollars } from '#core/format/numbers.ts'
import { NewClient } from '#features/clients/client-form.tsx'
import { FilesToImport, useShared, importPageOf, useOpenedFile } from '#features/import/shared-files.tsx'
import { PhotosForListing } from '#features/listings/photos/photos-for-listing.tsx'
import { AddHomeButton } from '#records/homes/add-home-button.tsx'
import type { OnHomeAdded } from '#records/homes/add-home.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import { setIncomingFile } from '#state/incoming-file.ts'
import { loadZipNames } from '#storage/homes/zip-names.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { Card } from '#ui/layout/card.tsx'
import { InboxIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

export function SharedScreen(): ReactNode {
  const { shared, photos, toImport, keepOnly, showOnly, importOne } = useShared()
  const navigate = useNavigate()
  const opened = useOpenedFile()
  const isNotStored = useLocation({ select: ({ search }) => 'unkept' in search })
  // If this device could not store the content just shared, `shared` may have an earlier file, which must not be opened instead.
  const onlyFile = !isNotStored && shared?.files.length === 1 ? (toImport[0] ?? null) : null
  const file = opened ?? onlyFile
  useEffect(() => {
    if (file === null) return
    let isShown = true
    void importPageOf(file).then(async ({ of: importName, to }) => {
      if (!isShown) return
      setIncomingFile({ file, importName })
      if (file === onlyFile) await keepOnly([])
      void navigate({ to, replace: true })
    })
    return () => {
      isShown = false
    }
  }, [file, onlyFile, keepOnly, navigate])

  /** Deletes the shared content except `left`, the files that the agent has not used yet. If there are none, opens the listing. */
  async function leave(listingId: string, left: File[] = []) {
    await keepOnly(left)
    if (left.length > 0) showOnly(left)
    else await navigate({ to: '/listings/$listingId', params: { listingId }, replace: true })
  }

  const home = useSharedHome(shared?.text ?? '')
  if (shared === undefined || file !== null) return null
  const hasFiles = shared !== null && shared.files.length > 0
  const contact = shared === null || hasFiles ? null : contactBeside(home, shared.text)
  return (
    <>
      <PageHeader
        back={<BackLink to="/today">Back to Today</BackLink>}
        title={hasFiles || shared === null || home !== null ? 'Shared with Fanlight' : 'Add New Client'}
      />
      {isNotStored && (
        <Banner tone="danger" role="alert">
          What you just shared could not be kept: this device may be full. Free some space, then share it again.
        </Banner>
      )}
      {shared === null && <NothingShared />}
      {toImport.length > 0 && <FilesToImport files={toImport} onChoose={(chosen) => void importOne(chosen)} />}
      {photos.length > 0 && (
        <PhotosForListing files={photos} onAdded={(listingId) => void leave(listingId, toImport)} />
      )}
      {shared !== null && home !== null && (
        <SharedHomeOffer home={home} text={shared.text} onAdded={(listing) => leave(recordIdInUrl(listing))} />
      )}
      {contact !== null && <NewClient shared={contact} onSaved={() => keepOnly([])} />}
    </>
  )
}

/** The home in a text that another app shared; null if it has none, or while it is being parsed. Links in the text are not opened. */
function useSharedHome(text: string): SharedHome | null {
  const [read, setRead] = useState<{ text: string; home: SharedHome | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void loadZipNames().then((cityOf) => isCurrent && setRead({ text, home: sharedHome(text, cityOf) }))
    return () => {
      isCurrent = false
    }
  }, [text])
  return read?.text === text ? read.home : null
}

/** Returns the contact in a shared text; null if the text is only about a home. */
function contactBeside(home: SharedHome | null, text: string): ReturnType<typeof contactInText> | null {
  const contact = contactInText(text)
  const { first_name, email, phone_number } = contact
  return home !== null && first_name === '' && email === '' && phone_number === '' ? null : contact
}

function SharedHomeOffer({ home, text, onAdded }: { home: SharedHome; text: string; onAdded: OnHomeAdded }) {
  const facts = [placeText(home), home.price !== null && formatDollars(home.price)].filter(Boolean).join(' · ')
  return (
    <Card title={home.address} actions={<AddHomeButton variant="primary" text={text} onAdded={onAdded} />}>
      {facts}
    </Card>
  )
}

function NothingShared() {
  return (
    <EmptyState
      icon={<InboxIcon size={44} />}
      title="Nothing is waiting here"
      action={
        <Link to="/today" className={buttonClass({ variant: 'primary' })}>
          Today
        </Link>
      }
    >
      Share photos, a contact or a text with Fanlight from another app, and it will be here.
    </EmptyState>
  )
}
