import { useKiosk } from '#state/kiosk.ts'
import { dismissNotification, useNotifications } from '#state/notifications.ts'
import { Toaster } from '#ui/toaster.tsx'

/** Stands outside every error boundary, so that a failed screen can still say so. */
export function Toasts() {
  const { notifications } = useNotifications()
  const isKiosk = useKiosk(({ running }) => running !== null)
  // What is said to the agent is not for visitors; it waits until the agent is back.
  if (isKiosk) return null
  return <Toaster notifications={notifications} onDismiss={dismissNotification} />
}
