export type Activity = {
  /** Usually one of `activityTypes`. A type without a label reads 'Performed an action'. */
  type: string
  /** ISO 8601. */
  timestamp: string
  /** Only the form was opened so far; the completed activity replaces this one. */
  begun?: boolean | undefined
  /** The address or the person, if known. */
  about?: string | undefined
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

export const maxActivities = 5

/** The specification has no label for edits; `activityDetail` says 'Edited …' instead. */
const labels: Readonly<Record<string, string>> = {
  create_listing: 'Created a new listing',
  view_listings: 'Viewed listings',
  view_clients: 'Viewed clients',
  create_client: 'Added a new client',
  delete_client: 'Deleted a client',
  delete_listing: 'Deleted a listing',
}

const begunLabels: Readonly<Record<string, string>> = {
  create_listing: 'Began a new listing',
  create_client: 'Began a new client',
}

/** "Created a new listing", in the specification's words; "Began a new listing" if only its form was opened so far. */
export function activityLabel({ type, begun = false }: Pick<Activity, 'type' | 'begun'>): string {
  const known = begun && Object.hasOwn(begunLabels, type) ? begunLabels : labels
  return (Object.hasOwn(known, type) ? known[type] : undefined) ?? 'Performed an action'
}

/** The subject: "51 Aiken Way", or "Edited 51 Aiken Way" after an edit; empty if unknown. */
export function activityDetail({ type, about = '' }: Pick<Activity, 'type' | 'about'>): string {
  return about !== '' && type.startsWith('edit_') ? `Edited ${about}` : about
}

/** Returns the latest `maxActivities`, newest first. The new activity replaces one of the same type that was only begun. */
export function withActivity(activities: readonly Activity[], activity: Activity): Activity[] {
  const others = activities.filter((earlier) => !(earlier.begun && earlier.type === activity.type))
  return [activity, ...others].slice(0, maxActivities)
}
