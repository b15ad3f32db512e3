export type Activity = {
  /** Usually one of `activityTypes`; anything else reads 'Performed an action'. */
  type: string
  /** ISO 8601. */
  timestamp: string
  /** Pressed, and not yet known to be done; the deed itself takes its place. */
  begun?: boolean | undefined
}

const activityTypes = [
  'create_listing',
  'view_listings',
  'view_clients',
  'create_client',
  'delete_client',
  'delete_listing',
  'edit_listing',
  'edit_client',
] as const
export type ActivityType = (typeof activityTypes)[number]

export const keptActivities = 5

const labels: Readonly<Record<string, string>> = {
  create_listing: 'Created a new listing',
  view_listings: 'Viewed listings',
  view_clients: 'Viewed clients',
  create_client: 'Added a new client',
  delete_client: 'Deleted a client',
  delete_listing: 'Deleted a listing',
}

export function activityLabel(type: string): string {
  return (Object.hasOwn(labels, type) ? labels[type] : undefined) ?? 'Performed an action'
}

/** The latest five, newest first. */
export function withActivity(activities: readonly Activity[], activity: Activity): Activity[] {
  const others = activities.filter((earlier) => !(earlier.begun && earlier.type === activity.type))
  return [activity, ...others].slice(0, keptActivities)
}
