import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { SharedHome } from '#core/domain/addresses/shared-home.ts'
import { contactInText } from '#core/domain/text/contact-in-text.ts'
import { NewClient } from '#features/clients/client-form.tsx'
import { FilesToImport, useShared, importPageOf, useOpenedFile } from '#features/import/shared-files.tsx'
import { PhotosForListing } from '#features/listings/photos/photos-for-listing.tsx'
import { SharedHomeOffer, useSharedHome } from '#records/homes/shared-home-offer.tsx'
import { recordAddress } from '#records/record-address.ts'
import { setIncomingFile } from '#state/incoming-file.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { InboxIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

/** Opens content shared from another app: photos, files to import, or a text about a person or home. */
export function SharedScreen(): ReactNode {
  const { shared, photos, toImport, keepOnly, showOnly, importOne } = useShared()
  const navigate = useNavigate()
  const opened = useOpenedFile()
  const isUnkept = useLocation({ select: ({ search }) => 'unkept' in search })
  // If this device could not store the content just shared, `shared` may have an earlier file, which must not be opened instead.
  const onlyFile = !isUnkept && shared?.files.length === 1 ? (toImport[0] ?? null) : null
  const file = opened ?? onlyFile
  useEffect(() => {
    if (file === null) return
    let isShown = true
    // Returns what the file contains, such as clients, and the page that imports it.
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
      {isUnkept && (
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
        <SharedHomeOffer home={home} text={shared.text} onAdded={(listing) => leave(recordAddress(listing))} />
      )}
      {contact !== null && <NewClient shared={contact} onSaved={() => keepOnly([])} />}
    </>
  )
}

/** Returns the contact in a shared text; null if the text is only about a home. */
function contactBeside(home: SharedHome | null, text: string): ReturnType<typeof contactInText> | null {
  const contact = contactInText(text)
  const { first_name, email, phone_number } = contact
  return home !== null && first_name === '' && email === '' && phone_number === '' ? null : contact
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
