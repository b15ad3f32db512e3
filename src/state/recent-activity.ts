import { create } from 'zustand'
import { keptActivities, withActivity, type Activity, type ActivityType } from '#core/domain/recent-activity.ts'
import { useSession } from './session.ts'

type RecentActivity = { agentId: number | null; activities: Activity[] }

export const useRecentActivity = create<RecentActivity>(() => ({ agentId: null, activities: [] }))

/** Where an agent's activity stands in local storage; nobody else's is ever read. */
export function recentActivityKey(agentId: number | string): string {
  return `fanlight:recent-activity:${agentId}`
}

/** Shows the activity of whoever is signed in; called when that changes. */
export function loadRecentActivity(agentId: number | null): void {
  useRecentActivity.setState({ agentId, activities: agentId === null ? [] : read(agentId) })
}

/** Remembers that the agent did something. */
export function recordActivity(type: ActivityType, now: Date = new Date()): void {
  keep({ type, timestamp: now.toISOString() })
}

/** Remembers a press that leads to a form; the save there takes its place, so that one deed is one entry. */
export function recordBegunActivity(type: ActivityType, now: Date = new Date()): void {
  keep({ type, timestamp: now.toISOString(), begun: true })
}

function keep(activity: Activity): void {
  const agentId = useSession.getState().user?.id
  if (agentId === undefined) return
  // Read first, because another tab may have written.
  const activities = withActivity(read(agentId), activity)
  try {
    localStorage.setItem(recentActivityKey(agentId), JSON.stringify(activities))
  } catch {
    // A full or forbidden local storage costs the list, never the action that was recorded.
  }
  useRecentActivity.setState({ agentId, activities })
}

function read(agentId: number): Activity[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentActivityKey(agentId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isActivity).slice(0, keptActivities) : []
  } catch {
    return []
  }
}

/** By hand, because this is on the first page and the schema library need not be. */
function isActivity(stored: unknown): stored is Activity {
  if (typeof stored !== 'object' || stored === null) return false
  const { type, timestamp, begun } = stored as Record<string, unknown>
  const isMarked = begun === undefined || typeof begun === 'boolean'
  return typeof type === 'string' && typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp)) && isMarked
}
