import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { AccountPage } from '#features/account/account-page.tsx'
import { LockedAgents } from '#features/account/locked-agents.tsx'
import { LoginForm } from '#features/account/login-form.tsx'
import { Banner } from '#ui/banner.tsx'

export function LoginScreen() {
  const notice = useLocation({ select: (location) => location.state.notice })
  // The good news of the page before is old once something was tried here.
  const [isTried, setIsTried] = useState(false)
  return (
    <AccountPage title="Login" subtitle="Your listings and clients stay on this device once you are in.">
      {notice !== undefined && !isTried && (
        <Banner tone="success" role="status">
          {notice}
        </Banner>
      )}
      <LockedAgents />
      <LoginForm onAttempt={() => setIsTried(true)} />
    </AccountPage>
  )
}
