import { create } from 'zustand'
import { keptActivities, withActivity, type Activity, type ActivityType } from '#core/domain/account/recent-activity.ts'
import { useSession } from './session.ts'

type RecentActivity = { agentId: number | null; activities: Activity[] }

/** The activity of the signed-in agent. */
export const useRecentActivity = create<RecentActivity>(() => activityOf(signedInAgentId()))

useSession.subscribe(() => {
  const agentId = signedInAgentId()
  if (agentId !== useRecentActivity.getState().agentId) useRecentActivity.setState(activityOf(agentId))
})

/** Where an agent's activity stands in local storage; another agent's is never read. */
function recentActivityKey(agentId: number | string): string {
  return `fanlight:recent-activity:${agentId}`
}

/** Remembers that the agent did something, and to which address or person. */
export function recordActivity(type: ActivityType, about = ''): void {
  keep({ type, timestamp: new Date().toISOString(), ...(about === '' ? {} : { about }) })
}

/** Remembers a press that leads to a form; the save there takes its place, so that one deed is one entry. */
export function recordBegunActivity(type: ActivityType): void {
  keep({ type, timestamp: new Date().toISOString(), begun: true })
}

function keep(activity: Activity): void {
  const agentId = signedInAgentId()
  if (agentId === null) return
  // Read first, because another tab may have written.
  const activities = withActivity(read(agentId), activity)
  try {
    localStorage.setItem(recentActivityKey(agentId), JSON.stringify(activities))
  } catch {
    // A full or forbidden local storage costs the list, never the action that was recorded.
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
    return Array.isArray(stored) ? stored.filter(isActivity).slice(0, keptActivities) : []
  } catch {
    return []
  }
}

/** By hand: the Dashboard need not load the schema library for this. */
function isActivity(stored: unknown): stored is Activity {
  if (typeof stored !== 'object' || stored === null) return false
  const { type, timestamp, begun, about } = stored as Record<string, unknown>
  if (begun !== undefined && typeof begun !== 'boolean') return false
  if (about !== undefined && typeof about !== 'string') return false
  return typeof type === 'string' && typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp))
}
