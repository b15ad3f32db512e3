import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { AccountPage } from '#features/account/sign-in/account-form.tsx'
import { LockedAgents, ClosedAccount } from '#features/account/sign-in/locked-agents.tsx'
import { LoginForm } from '#features/account/sign-in/login-form.tsx'
import { Banner } from '#ui/feedback/banner.tsx'

/** Exports a locked agent's unsent work. Loads the code on demand, because it includes the device database and is rarely needed. */
async function exportLocked(agentId: string): Promise<void> {
  const exporting = await import('#features/outbox/desk/export-everything.ts')
  await exporting.exportLocked(agentId)
}

export function LoginScreen() {
  const { notice, username } = useLocation({ select: (location) => location.state })
  // Hides the previous page's message after the first attempt.
  const [isTried, setIsTried] = useState(false)
  // The agent of the last attempt, if the server says that the account is closed.
  const [closedAgentId, setClosedAgentId] = useState<string | null>(null)

  function begin() {
    setIsTried(true)
    setClosedAgentId(null)
  }

  return (
    <AccountPage title="Login" subtitle="Your listings and clients stay on this device once you are in.">
      {notice !== undefined && !isTried && (
        <Banner tone="success" role="status">
          {notice}
        </Banner>
      )}
      {closedAgentId === null ? <LockedAgents /> : <ClosedAccount agentId={closedAgentId} onExport={exportLocked} />}
      <LoginForm username={username} onAttempt={begin} onClosed={setClosedAgentId} />
    </AccountPage>
  )
}
