import { useEffect, useState } from 'react'
import { useSession } from '#state/session.ts'
import { type LocatedDevice, locateDevices } from '#storage/opening/locate-devices.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { changesInWords } from './changes-in-words.ts'

/** Whose unsent work waits on this device, and how much: never what it is. */
export function LockedAgents() {
  const { status, user } = useSession()
  const located = useLocatedDevices()
  const waiting = located.filter(({ unsent }) => unsent > 0)
  const ended = status === 'locked' || (status === 'signing-in' && user !== null)
  if (waiting.length === 0) {
    return ended ? <Banner tone="warning">Your session ended. Everything you changed is kept.</Banner> : null
  }
  return (
    <Banner tone="warning">
      {ended && <p>Your session ended. Everything you changed is kept; nothing is lost by logging in later.</p>}
      {waiting.map(({ agentId, agent, unsent }) => (
        <p key={agentId}>
          {agent === null ? 'An agent' : agent.user.username} has {changesInWords(unsent)} locked on this device.
          Logging in sends {unsent === 1 ? 'it' : 'them'}.
        </p>
      ))}
    </Banner>
  )
}

/** Everyone with data on this device; empty until it is known. */
export function useLocatedDevices(): LocatedDevice[] {
  const [located, setLocated] = useState<LocatedDevice[]>([])
  useEffect(() => {
    let isShown = true
    void locateDevices()
      // A browser that keeps nothing has no agent's data.
      .catch(() => [])
      .then((found) => isShown && setLocated(found))
    return () => {
      isShown = false
    }
  }, [])
  return located
}
