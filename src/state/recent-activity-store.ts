import { create } from 'zustand'
import { maxActivities, withActivity, type Activity, type ActivityType } from '#core/domain/account/recent-activity.ts'
import { useSession } from './session.ts'

type RecentActivity = { agentId: number | null; activities: Activity[] }

export const useRecentActivity = create<RecentActivity>(() => activityOf(signedInAgentId()))

useSession.subscribe(() => {
  const agentId = signedInAgentId()
  if (agentId !== useRecentActivity.getState().agentId) useRecentActivity.setState(activityOf(agentId))
})

function recentActivityKey(agentId: number | string): string {
  return `fanlight:recent-activity:${agentId}`
}

/** Adds an entry to the signed-in agent's recent activity. `about` is the address or person. */
export function recordActivity(type: ActivityType, about = ''): void {
  storeActivity({ type, timestamp: new Date().toISOString(), ...(about === '' ? {} : { about }) })
}

/** Adds an entry for an opened form. When the form is saved, `recordActivity` replaces it, so that one action has one entry. */
export function recordBegunActivity(type: ActivityType): void {
  storeActivity({ type, timestamp: new Date().toISOString(), begun: true })
}

function storeActivity(activity: Activity): void {
  const agentId = signedInAgentId()
  if (agentId === null) return
  // Reads again, because another tab may have added entries.
  const activities = withActivity(read(agentId), activity)
  try {
    localStorage.setItem(recentActivityKey(agentId), JSON.stringify(activities))
  } catch {
    // If storage is full or blocked, only this list is lost.
  }
  useRecentActivity.setState({ agentId, activities })
}

function signedInAgentId(): number | null {
  const { status, user } = useSession.getState()
  return status === 'signed-in' ? (user?.id ?? null) : null
}

function activityOf(agentId: number | null): RecentActivity {
  return { agentId, activities: agentId === null ? [] : read(agentId) }
}

function read(agentId: number): Activity[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentActivityKey(agentId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isActivity).slice(0, maxActivities) : []
  } catch {
    return []
  }
}

/** Checks without the schema library, which the Dashboard need not load. */
function isActivity(stored: unknown): stored is Activity {
  if (typeof stored !== 'object' || stored === null) return false
  const { type, timestamp, begun, about } = stored as Record<string, unknown>
  if (begun !== undefined && typeof begun !== 'boolean') return false
  if (about !== undefined && typeof about !== 'string') return false
  return typeof type === 'string' && typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp))
}
