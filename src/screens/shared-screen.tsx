import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { contactInText } from '#core/domain/contact-in-text.ts'
import { NewClient } from '#features/clients/client-form.tsx'
import { FilesToImport } from '#features/import/files-to-import.tsx'
import { importPageOf } from '#features/import/import-page-of.ts'
import { useOpenedFile } from '#features/import/use-opened-file.ts'
import { PhotosForListing } from '#features/listings/photos-for-listing.tsx'
import { passFileOn } from '#state/incoming-file.ts'
import { useDevice } from '#storage/device-context.tsx'
import { keepOnlyShared, readShared, type SharedContent } from '#storage/shared-content.ts'
import { BackLink } from '#ui/back-link.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'

/** What another app has shared, in the form that it is for: photos, files to import one by one, or a text about a person. */
export function SharedScreen() {
  const { shared, keepOnly, showOnly } = useShared()
  const navigate = useNavigate()
  const photos = shared?.files.filter(isPhoto) ?? []
  const toImport = shared?.files.filter((file) => !isPhoto(file)) ?? []
  const opened = useOpenedFile()
  const onlyFile = shared?.files.length === 1 ? (toImport[0] ?? null) : null
  const file = opened ?? onlyFile
  useEffect(() => {
    if (file === null) return
    let isShown = true
    void importPageOf(file).then(async (to) => {
      if (!isShown) return
      passFileOn(file)
      if (file === onlyFile) await keepOnly([])
      void navigate({ to, replace: true })
    })
    return () => {
      isShown = false
    }
  }, [file, onlyFile, keepOnly, navigate])

  async function importOne(chosen: File) {
    const to = await importPageOf(chosen)
    passFileOn(chosen)
    await keepOnly(shared?.files.filter((other) => other !== chosen) ?? [])
    void navigate({ to })
  }

  async function leavePhotos(listingId: LocalKey) {
    await keepOnly(toImport)
    if (toImport.length > 0) showOnly(toImport)
    else await navigate({ to: '/listings/$listingId', params: { listingId }, replace: true })
  }

  if (shared === undefined || file !== null) return null
  const hasFiles = shared !== null && shared.files.length > 0
  return (
    <>
      <PageHead
        back={<BackLink to="/today">Today</BackLink>}
        title={hasFiles || shared === null ? 'Shared with Fanlight' : 'Add New Client'}
      />
      {shared === null && <NothingShared />}
      {toImport.length > 0 && <FilesToImport files={toImport} onChoose={(chosen) => void importOne(chosen)} />}
      {photos.length > 0 && <PhotosForListing files={photos} onAdded={(listingId) => void leavePhotos(listingId)} />}
      {shared !== null && !hasFiles && <NewClient shared={contactInText(shared.text)} onSaved={() => keepOnly([])} />}
    </>
  )
}

function isPhoto({ type }: File): boolean {
  return type.startsWith('image/')
}

type Shared = {
  /** Undefined until it is read. */
  shared: SharedContent | null | undefined
  /** Forgets all but these files. */
  keepOnly: (files: readonly File[]) => Promise<void>
  showOnly: (files: File[]) => void
}

function useShared(): Shared {
  const { owner } = useDevice()
  const [shared, setShared] = useState<SharedContent | null>()
  const keepOnly = useCallback((files: readonly File[]) => keepOnlyShared(owner, files), [owner])
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
  return { shared, keepOnly, showOnly: (files) => setShared({ text: '', files }) }
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
