import { create } from 'zustand'

type NotificationType = 'info' | 'success' | 'error'

type Notification = {
  id: string
  type: NotificationType
  title: string
  message: string
  /** Milliseconds on screen; 0 stays until dismissed. */
  duration: number
  /** One thing to press, such as *Undo*. */
  action?: { label: string; run: () => void }
  /** Called while somebody is reading it, which stops its time, and once more when they are done. */
  onHold?: () => void
}

const defaultNotificationMs = 5000

export const useNotifications = create<{ notifications: Notification[] }>(() => ({ notifications: [] }))

let lastNumber = 0

/** Shows a notification and resolves to its id. The toaster counts its time, because time stops while it is being read. */
export function notify(notification: Partial<Omit<Notification, 'id'>> & { title: string }): string {
  lastNumber += 1
  const id = `notification-${lastNumber}`
  const whole: Notification = {
    type: 'info',
    message: '',
    duration: defaultNotificationMs,
    ...notification,
    id,
  }
  useNotifications.setState(({ notifications }) => ({ notifications: [...notifications, whole] }))
  return id
}

export function dismissNotification(id: string): void {
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.filter((notification) => notification.id !== id),
  }))
}
