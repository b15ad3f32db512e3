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
  /** Called repeatedly while the countdown is paused because the notification is being read, and when it continues. */
  onHold?: () => void
  /** Also shown on the sign-in page, such as the result of signing out. */
  outlivesSession?: true
}

const defaultNotificationMs = 5000

export const useNotifications = create<{ notifications: Notification[] }>(() => ({ notifications: [] }))

let lastNumber = 0

/**
 * Shows a notification and returns its id. The toaster removes it after `duration`, paused while it is read. If it stays until dismissed
 * and an equal one is on screen, it is not added; returns the id of that one.
 */
export function notify(notification: Partial<Omit<Notification, 'id'>> & { title: string }): string {
  const wanted = { type: 'info' as const, message: '', duration: defaultNotificationMs, ...notification }
  const same = useNotifications.getState().notifications.find((shown) => isSameLasting(shown, wanted))
  if (same !== undefined) return same.id
  lastNumber += 1
  const id = `notification-${lastNumber}`
  const added: Notification = { ...wanted, id }
  useNotifications.setState(({ notifications }) => {
    const others = notifications.filter(({ topic }) => topic === undefined || topic !== added.topic)
    return { notifications: [...others, added] }
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

/** Removes the notification that a record was saved, because the server refused it. `record` is `entity key`. */
export function dismissSaved(record: string): void {
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.filter(({ saved }) => saved !== record),
  }))
}

/** Removes the notifications of a session that ends, so that the next agent does not see them. */
export function endNotifications(): void {
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.filter((notification) => notification.outlivesSession),
  }))
}
