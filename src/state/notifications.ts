import { create } from 'zustand'

type NotificationType = 'info' | 'success' | 'error'

/** A link in a notification, such as a text that is written already. */
export type NotificationLink = { label: string; href: string }

type Notification = {
  id: string
  type: NotificationType
  title: string
  message: string
  /** Milliseconds on screen; 0 stays until dismissed. */
  duration: number
  /** One thing to press, such as *Undo*. */
  action?: { label: string; run: () => void }
  links?: readonly NotificationLink[]
  /** A newer one of the same topic takes its place. */
  topic?: string
  /** `entity key` of the record that it says was saved; see `dismissSaved`. */
  saved?: string
  /** Called while somebody is reading it, which stops its time, and once more when they are done. */
  onHold?: () => void
  /** Says what became of the agent who left, so it stays on the sign-in page. */
  outlivesSession?: true
}

const defaultNotificationMs = 5000

export const useNotifications = create<{ notifications: Notification[] }>(() => ({ notifications: [] }))

let lastNumber = 0

/**
 * Shows a notification and returns its id. The toaster counts its time, because time stops while it is being read. One that
 * stays until it is dismissed is not shown twice, and one of a topic replaces the previous one of that topic.
 */
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

/** The server refused the record: what still says that it was saved goes, so that both never show together. */
export function dismissSaved(record: string): void {
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.filter(({ saved }) => saved !== record),
  }))
}

/** What is said to one agent is not for the next. */
export function endNotifications(): void {
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.filter((notification) => notification.outlivesSession),
  }))
}
