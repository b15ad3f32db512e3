import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { recordIdInUrl } from '#records/record-address.ts'
import { storeFirstRun, readFirstRun } from '#state/first-run.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Card } from '#ui/layout/card.tsx'
import { CircleCheckIcon, CloseIcon, ChevronRightIcon } from '#ui/icons/icon.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { useMediaQuery } from '#ui/hooks/use-media.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './first-run.module.css'
import { useLoadState } from '#records/states/load-state.tsx'
import { useInstallPrompt } from '#state/install-prompt.ts'
import { useSession } from '#state/session.ts'
import { keysOfHomesToShow } from '#storage/homes/homes-to-show.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { useLiveQuery, useIsFirstLoad } from '#storage/reading/use-live-query.ts'

/** A new agent's first steps, with links. Not shown once all are done or the agent has dismissed the list (`over`). */
export function FirstRun() {
  const { owner } = useDevice()
  const [progress, setProgress] = useState(() => readFirstRun(owner))
  const steps = useFirstSteps()
  const isAtDesk = useMediaQuery('(min-width: 1024px)')
  const isPhone = useMediaQuery('(max-width: 639px)')
  const shown = stepLabels(steps ?? nothingDone, isAtDesk ? 'computer' : isPhone ? 'phone' : 'tablet')
  const left = shown.filter(({ isDone }) => !isDone).length
  // An agent who had already done all but one step does not see the list.
  const isNeeded = left > (progress === 'new' ? 1 : 0)

  const next = isNeeded ? 'begun' : 'over'
  if (steps && progress !== 'over' && progress !== next) setProgress(next)
  useEffect(() => storeFirstRun(owner, progress), [owner, progress])

  if (steps === null || progress === 'over' || !isNeeded) return null
  return (
    <Card
      // Reserves the space before the steps are read, so that nothing below jumps.
      className={steps === undefined ? styles.unread : undefined}
      title="First steps"
      data-off-paper
      actions={
        <>
          <span className={styles.count}>
            {shown.length - left} of {shown.length} done
          </span>
          <IconButton label="Dismiss first steps" onClick={() => setProgress('over')}>
            <CloseIcon />
          </IconButton>
        </>
      }
    >
      <ul className={styles.steps}>
        {shown.map(({ words, isDone, link }) => (
          <li key={words}>
            {isDone ? (
              <span className={styles.step} data-done>
                <CircleCheckIcon />
                {words}
                <VisuallyHidden> (done)</VisuallyHidden>
              </span>
            ) : (
              <Link {...link} className={styles.step}>
                <span className={styles.open} />
                {words}
                <ChevronRightIcon size={18} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const nothingDone: FirstSteps = {
  hasProfile: false,
  hasPhotographedListing: false,
  listing: undefined,
  hasClient: false,
  isInstalled: false,
}

type Step = { words: string; isDone: boolean; link: Pick<LinkProps, 'to' | 'params' | 'search'> }

function stepLabels(steps: FirstSteps, device: string): Step[] {
  const { listing } = steps
  return [
    { words: 'Your name and phone', isDone: steps.hasProfile, link: { to: '/settings' } },
    {
      words: 'First listing with a photo',
      isDone: steps.hasPhotographedListing,
      link:
        listing === undefined
          ? { to: '/listings/new' }
          : { to: '/listings/edit/$listingId', params: { listingId: recordIdInUrl(listing) } },
    },
    { words: 'Bring your contacts', isDone: steps.hasClient, link: { to: '/clients/import' } },
    {
      words: `Put it on this ${device}`,
      isDone: steps.isInstalled,
      link: { to: '/settings', search: { tab: 'app' } },
    },
  ]
}

type FirstSteps = {
  /** The profile has a first name and a phone number. */
  hasProfile: boolean
  hasPhotographedListing: boolean
  listing: ListingRow | undefined
  hasClient: boolean
  isInstalled: boolean
}

/**
 * Returns null to hide the list: while the first load has not ended, and either no load is running or the profile is filled in. Returns
 * undefined, for which space is reserved, while the load or the query is running.
 */
function useFirstSteps(): FirstSteps | null | undefined {
  const { database } = useDevice()
  const hasProfile = useSession(({ user }) => !!user?.first_name.trim() && !!user.phone_number.trim())
  const isInstalled = useInstallPrompt(({ installMethod }) => installMethod === 'installed')
  // An empty device proves nothing before the first load has ended.
  const isFirstLoad = useIsFirstLoad('listing')
  const load = useLoadState('listing')
  const found = useLiveQuery(async () => {
    const homesToShow = await keysOfHomesToShow(database)
    const [photo, clients, listing] = await Promise.all([
      database.listing_images.filter(({ listing_key }) => !homesToShow.has(listing_key)).first(),
      database.clients.limit(1).count(),
      database.listings.filter(({ key }) => !homesToShow.has(key)).first(),
    ])
    return { hasPhotographedListing: photo !== undefined, hasClient: clients > 0, listing }
  }, [database])
  // An agent with a profile has probably worked on another device, and done most steps there.
  if (isFirstLoad === true && (load !== 'arriving' || hasProfile)) return null
  if (found === undefined || isFirstLoad !== false) return undefined
  return { ...found, hasProfile, isInstalled }
}
