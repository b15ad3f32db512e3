import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SearchSheet } from '#features/search/search-sheet.tsx'
import { KeysSheet } from '#features/search/keys-sheet.tsx'
import { AddHomeSheet } from '#records/homes/add-home-button.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import { closeOverlay, openAddHome, openOverlay, useOverlay } from '#state/overlay.ts'
import { DeviceProvider } from '#storage/device/device-context.tsx'
import { useWorkspace } from './workspace.ts'

/** The search, the shortcut help or, with the search text as `address`, the *Add home* sheet. */
export function SearchOverlay() {
  const { open, address } = useOverlay()
  const workspace = useWorkspace()
  const router = useRouter()
  if (open === 'keys') return <KeysSheet onClose={closeOverlay} />
  if (workspace.state !== 'open') return null
  return (
    <DeviceProvider device={workspace.device} key={workspace.agentId}>
      {open === 'add-home' ? (
        <Suspense>
          <AddHomeSheet
            text={address}
            onAdded={(listing) =>
              void router.navigate({ to: '/listings/$listingId', params: { listingId: recordIdInUrl(listing) } })
            }
            onClose={closeOverlay}
          />
        </Suspense>
      ) : (
        <SearchSheet onClose={closeOverlay} onOpenShortcuts={() => openOverlay('keys')} onAddHome={openAddHome} />
      )}
    </DeviceProvider>
  )
}
