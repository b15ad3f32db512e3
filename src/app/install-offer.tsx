import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useConnection } from '#state/connection.ts'
import { closeInstallOffer, install, offerInstall, useInstallPrompt } from '#state/install-prompt.ts'
import { optionalPart } from './optional-part.ts'

const InstallCard = optionalPart(() => import('#ui/feedback/install-card.tsx').then((module) => module.InstallCard))

/** Where it does not stand between the agent and a list. */
const places = new Set(['/today', '/dashboard'])

/** Offers the home screen once, when the first record was saved here. */
export function InstallOffer() {
  const { offer, way } = useInstallPrompt()
  const waiting = useConnection((connection) => connection.waiting)
  const isPlace = useLocation({ select: ({ pathname }) => places.has(pathname) })
  useEffect(() => {
    if (waiting > 0) offerInstall()
  }, [waiting])
  // On iOS the installed app has a storage of its own: what waits here must be sent before (fault A13).
  if (!isPlace || offer !== 'showing' || (way === 'ios-steps' && waiting > 0)) return null
  return (
    <Suspense>
      <InstallCard onInstall={way === 'prompt' ? () => void install() : undefined} onDismiss={closeInstallOffer} />
    </Suspense>
  )
}
