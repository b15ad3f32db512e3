import { create } from 'zustand'

type NotificationType = 'info' | 'success' | 'error'

export type NotificationLink = { label: string; href: string }

type Notification = {
  id: string
  type: NotificationType
  title: string
  message: string
  /** Milliseconds on screen; 0 means until dismissed. */
  duration: number
  action?: { label: string; run: () => void }
  links?: readonly NotificationLink[]
  /** A newer notification of the same topic replaces this one. */
  topic?: string
  /** `entity key` of the saved record; see `dismissSaved`. */
  saved?: string
  /** Called when its time is paused because it is being read, and again when it continues. */
  onHold?: () => void
  /** Also shown on the sign-in page, such as the result of signing out. */
  outlivesSession?: true
}

const defaultNotificationMs = 5000

export const useNotifications = create<{ notifications: Notification[] }>(() => ({ notifications: [] }))

let lastNumber = 0

/** Returns the id. The toaster counts down, pausing while it is read. One without a time is not shown twice. */
export function notify(notification: Partial<Omit<Notification, 'id'>> & { title: string }): string {
  const wanted = { type: 'info' as const, message: '', duration: defaultNotificationMs, ...notification }
  const same = useNotifications.getState().notifications.find((shown) => isSameLasting(shown, wanted))
  if (same !== undefined) return same.id
  lastNumber += 1
  const id = `notification-${lastNumber}`
  const whole: Notification = { ...wanted, id }
  useNotifications.setState(({ notifications }) => {
    const others = notifications.filter(({ topic }) => topic === undefined || topic !== whole.topic)
    return { notifications: [...others, whole] }
  })
  return id
}

function isSameLasting(one: Notification, other: Omit<Notification, 'id'>): boolean {
  const isAlike = one.type === other.type && one.title === other.title && one.message === other.message
  return isAlike && one.duration === 0 && other.duration === 0 && !one.action && !other.action
}

export function dismissNotification(id: string): void {
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.filter((notification) => notification.id !== id),
  }))
}

/** Removes the notice that a record was saved, because the server refused it. */
export function dismissSaved(record: string): void {
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.filter(({ saved }) => saved !== record),
  }))
}

/** Called when the session ends, so that the next agent does not see them. */
export function endNotifications(): void {
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.filter((notification) => notification.outlivesSession),
  }))
}
