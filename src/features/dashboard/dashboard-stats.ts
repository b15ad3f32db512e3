import { useEffect, useState } from 'react'
import { readDashboard } from '#api/sign-in-calls.ts'
import type { DashboardStats } from '#core/contract/account.ts'
import { useConnection } from '#state/connection.ts'
import { inArea } from '#state/session.ts'
import { useDevice } from '#storage/device/device-context.tsx'

/** The server's own figures, for what this device does not count itself. */
type ServerStats = {
  /** The last copy, with when it was fetched; null when there never was one. */
  copy: { stats: DashboardStats; at: number } | null
  /** The server answered with an error; never set for a missing network. */
  failure: string | null
}

/** An older copy is refreshed in the background; a younger one is left alone. */
const freshForMs = 5 * 60 * 1000

/** Asks when the copy on this device is old, and again when the server can be reached again. */
export function useServerStats(): ServerStats {
  const { owner } = useDevice()
  const [result, setResult] = useState<ServerStats>(() => ({ copy: readCopy(owner), failure: null }))
  const isOffline = useConnection(({ state }) => state === 'offline')
  useEffect(() => {
    if (isOffline) return
    let isShown = true
    const known = readCopy(owner)
    if (known !== null && Date.now() - known.at < freshForMs) return
    void fetchStats(owner).then((fetched) => isShown && setResult(fetched))
    return () => {
      isShown = false
    }
  }, [owner, isOffline])
  return result
}

async function fetchStats(owner: string): Promise<ServerStats> {
  try {
    const stats = await inArea('dashboard', askServer)
    if (stats === null) return { copy: readCopy(owner), failure: null }
    const copy = { stats, at: Date.now() }
    keepCopy(owner, copy)
    return { copy, failure: null }
  } catch {
    return { copy: readCopy(owner), failure: 'Failed to load dashboard stats.' }
  }
}

/** Null when there is no answer to be had: no network, no session, or a server without this call. */
async function askServer(): Promise<DashboardStats | null> {
  const answer = await readDashboard()
  if (answer.ok) return answer.value
  const { status, body } = answer.refusal
  if (status === null || status === 401 || status === 404) return null
  throw Object.assign(new Error('Failed to load dashboard data'), typeof body === 'object' ? body : {})
}

/** Ends with the agent's id, so that it goes with the rest of their data. */
function copyKey(owner: string): string {
  return `fanlight:dashboard:${owner}`
}

function readCopy(owner: string): ServerStats['copy'] {
  try {
    return JSON.parse(localStorage.getItem(copyKey(owner)) ?? 'null') as ServerStats['copy']
  } catch {
    return null
  }
}

function keepCopy(owner: string, copy: ServerStats['copy']): void {
  try {
    localStorage.setItem(copyKey(owner), JSON.stringify(copy))
  } catch {
    // The figures are fetched again next time.
  }
}
