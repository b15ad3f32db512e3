import { dismissNotification, useNotifications } from '#state/notifications.ts'
import { Toaster } from '#ui/toaster.tsx'

/** Stands outside every error boundary, so that a failed screen can still say so. */
export function Toasts() {
  const { notifications } = useNotifications()
  return <Toaster notifications={notifications} onDismiss={dismissNotification} />
}
