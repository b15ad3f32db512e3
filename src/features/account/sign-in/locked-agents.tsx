import { formatCount } from '#core/format/numbers.ts'
import { useEffect, useState } from 'react'
import { useSession } from '#state/session.ts'
import { type LocalAgent, listLocalAgents } from '#storage/opening/locate-devices.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'

/** Shows which agents have unsent work on this device, and how much, but never its content. */
export function LockedAgents() {
  const { status, user } = useSession()
  const located = useLocalAgents()
  const agentsWithUnsent = located.filter(({ unsent }) => unsent > 0)
  // `signing-in` with a user: the agent whose session ended logs in again.
  const isSessionEnded = status === 'locked' || (status === 'signing-in' && user !== null)
  if (agentsWithUnsent.length === 0) {
    return isSessionEnded ? <Banner tone="warning">Your session ended. Everything you changed is kept.</Banner> : null
  }
  return (
    <Banner tone="warning">
      {isSessionEnded && (
        <p>Your session ended. Everything you changed is kept; nothing is lost by logging in later.</p>
      )}
      {agentsWithUnsent.map(({ agentId, agent, unsent }) => (
        <p key={agentId}>
          {agent === null ? 'An agent' : agent.user.username} has {formatCount(unsent, 'unsent change')} locked on this
          device. Logging in sends {unsent === 1 ? 'it' : 'them'}.
        </p>
      ))}
    </Banner>
  )
}

/** Returns the agents with data on this device, and how many unsent changes each has; empty until they are counted. */
export function useLocalAgents(): LocalAgent[] {
  const [located, setLocated] = useState<LocalAgent[]>([])
  useEffect(() => {
    let isShown = true
    void listLocalAgents()
      // Without working storage, this device has no agent's data.
      .catch(() => [])
      .then((found) => isShown && setLocated(found))
    return () => {
      isShown = false
    }
  }, [])
  return located
}

type ClosedAccountProps = {
  /** The id of the closed account. The server reveals it only after the right password. */
  agentId: string
  onExport: (agentId: string) => Promise<void>
}

/** Offers to export the unsent work of a closed account, which stays locked on this device and cannot be sent (fault D6). */
export function ClosedAccount({ agentId, onExport }: ClosedAccountProps) {
  const [isExporting, setIsExporting] = useState(false)
  const unsent = useLocalAgents().find((device) => device.agentId === agentId)?.unsent ?? 0
  if (unsent === 0) return null

  async function exportAll() {
    setIsExporting(true)
    try {
      await onExport(agentId)
    } finally {
      setIsExporting(false)
    }
  }

  return (
    <Banner tone="warning" role="status">
      <p>
        {formatCount(unsent, 'unsent change')} {unsent === 1 ? 'is' : 'are'} locked on this device and can’t be sent
        until your account is reopened. Export {unsent === 1 ? 'it' : 'them'} to keep a copy, photos included.
      </p>
      <Button busy={isExporting} busyLabel="Exporting..." onClick={() => void exportAll()}>
        Export everything
      </Button>
    </Banner>
  )
}
