import { Suspense, useEffect } from 'react'
import { useKiosk } from '#state/kiosk.ts'
import { dismissNotification, useNotifications } from '#state/notifications.ts'
import { optionalPart } from './optional-part.ts'
import { whenQuiet } from './when-quiet.ts'

const loadToaster = () => import('#ui/feedback/toaster.tsx').then((module) => module.Toaster)
const Toaster = optionalPart(loadToaster)

/** Stands outside every error boundary, so that a failed screen can still say so. */
export function Toasts() {
  const { notifications } = useNotifications()
  const isKiosk = useKiosk(({ running }) => running !== null)
  useEffect(() => {
    // Ahead of the first message, which may have to be shown without a network.
    whenQuiet()
      .then(loadToaster)
      .catch(() => {})
  }, [])
  // What is said to the agent is not for visitors; it waits until the agent is back.
  if (isKiosk || notifications.length === 0) return null
  return (
    <Suspense>
      <Toaster notifications={notifications} onDismiss={dismissNotification} />
    </Suspense>
  )
}
