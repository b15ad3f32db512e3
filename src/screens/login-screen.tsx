import { useLocation } from '@tanstack/react-router'
import { AccountPage } from '#features/account/account-page.tsx'
import { LockedAgents } from '#features/account/locked-agents.tsx'
import { LoginForm } from '#features/account/login-form.tsx'
import { Banner } from '#ui/banner.tsx'

export function LoginScreen() {
  const notice = useLocation({ select: (location) => location.state.notice })
  return (
    <AccountPage title="Login" subtitle="Your listings and clients stay on this device once you are in.">
      {notice !== undefined && (
        <Banner tone="success" role="status">
          {notice}
        </Banner>
      )}
      <LockedAgents />
      <LoginForm />
    </AccountPage>
  )
}
