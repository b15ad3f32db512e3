import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { contactInText } from '#core/domain/contact-in-text.ts'
import { NewClient } from '#features/clients/client-form.tsx'
import { importPageOf } from '#features/import/import-page-of.ts'
import { useOpenedFile } from '#features/import/use-opened-file.ts'
import { PhotosForListing } from '#features/listings/photos-for-listing.tsx'
import { passFileOn } from '#state/incoming-file.ts'
import { useDevice } from '#storage/device-context.tsx'
import { forgetShared, readShared, type SharedContent } from '#storage/shared-content.ts'
import { BackLink } from '#ui/back-link.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'

/** What another app has shared, in the form that it is for: photos, a file to import, or a text about a person. */
export function SharedScreen() {
  const { shared, forget } = useShared()
  const navigate = useNavigate()
  const photos = shared?.files.filter(({ type }) => type.startsWith('image/')) ?? []
  const opened = useOpenedFile()
  const sharedFile = shared?.files.find(({ type }) => !type.startsWith('image/')) ?? null
  const file = opened ?? sharedFile
  useEffect(() => {
    if (file === null) return
    let isShown = true
    void importPageOf(file).then(async (to) => {
      if (!isShown) return
      passFileOn(file)
      if (file === sharedFile) await forget()
      void navigate({ to, replace: true })
    })
    return () => {
      isShown = false
    }
  }, [file, sharedFile, forget, navigate])

  if (shared === undefined || file !== null) return null
  return (
    <>
      <PageHead
        back={<BackLink to="/today">Today</BackLink>}
        title={photos.length > 0 || shared === null ? 'Shared with Fanlight' : 'Add New Client'}
      />
      {shared === null && <NothingShared />}
      {photos.length > 0 && (
        <PhotosForListing
          files={photos}
          onAdded={(listingId) =>
            void forget().then(() => navigate({ to: '/listings/$listingId', params: { listingId }, replace: true }))
          }
        />
      )}
      {shared !== null && photos.length === 0 && <NewClient shared={contactInText(shared.text)} onSaved={forget} />}
    </>
  )
}

/** Undefined until it is read. */
function useShared(): { shared: SharedContent | null | undefined; forget: () => Promise<void> } {
  const { owner } = useDevice()
  const [shared, setShared] = useState<SharedContent | null>()
  const [forget] = useState(() => () => forgetShared(owner))
  useEffect(() => {
    let isShown = true
    void readShared(owner)
      // What cannot be read cannot be used either.
      .catch(() => null)
      .then((found) => isShown && setShared(found))
    return () => {
      isShown = false
    }
  }, [owner])
  return { shared, forget }
}

function NothingShared() {
  return (
    <EmptyState
      title="Nothing is waiting here"
      action={
        <Link to="/today" className={buttonClass({ variant: 'primary' })}>
          Today
        </Link>
      }
    >
      Share photos, a contact or a text with Fanlight from another app. It keeps what you share while you are logged in.
    </EmptyState>
  )
}
