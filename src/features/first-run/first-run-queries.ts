import { useLoadState } from '#records/states/use-load-state.ts'
import { useInstallPrompt } from '#state/install-prompt.ts'
import { useSession } from '#state/session.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { keysOfHomesToShow } from '#storage/homes/homes-to-show.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { useIsFirstLoad } from '#storage/reading/use-first-load.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

export type FirstSteps = {
  isNamed: boolean
  hasPhotographedListing: boolean
  /** The first listing, which may still lack its photo. */
  listing: ListingRow | undefined
  hasClient: boolean
  isInstalled: boolean
}

/**
 * What of a new agent's first steps is true on this device; `undefined` until it is known, `null` while the first load does
 * not come.
 */
export function useFirstSteps(): FirstSteps | null | undefined {
  const { database } = useDevice()
  const isNamed = useSession(({ user }) => !!user?.first_name.trim() && !!user.phone_number.trim())
  const isInstalled = useInstallPrompt(({ way }) => way === 'installed')
  // Until then nothing being here does not mean that there is nothing.
  const isFirstLoad = useIsFirstLoad('listing')
  const load = useLoadState('listing')
  const found = useLiveQuery(async () => {
    const others = await keysOfHomesToShow(database)
    const [photo, clients, listing] = await Promise.all([
      database.listing_images.filter(({ listing_key }) => !others.has(listing_key)).first(),
      database.clients.limit(1).count(),
      database.listings.filter(({ key }) => !others.has(key)).first(),
    ])
    return { hasPhotographedListing: photo !== undefined, hasClient: clients > 0, listing }
  }, [database])
  // Who has a name has been at work elsewhere, most likely with all the rest.
  if (isFirstLoad === true && (load !== 'arriving' || isNamed)) return null
  if (found === undefined || isFirstLoad !== false) return undefined
  return { ...found, isNamed, isInstalled }
}
