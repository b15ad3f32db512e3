import { useEffect, useState } from 'react'
import { readRegistrationPolicy } from '#api/own-account.ts'
import type { RegistrationPolicy } from '#core/contract/account.ts'
import { Banner } from '#ui/feedback/banner.tsx'

/** Who may register on this server; anybody, as long as it says nothing else. */
export function useRegistrationPolicy(): RegistrationPolicy {
  const [policy, setPolicy] = useState<RegistrationPolicy>('open')
  useEffect(() => {
    let isShown = true
    void readRegistrationPolicy().then((answer) => {
      if (isShown && answer.ok) setPolicy(answer.value)
    })
    return () => {
      isShown = false
    }
  }, [])
  return policy
}

/** In place of the form where registering would be refused. */
export function RegistrationIsClosed({ policy }: { policy: Exclude<RegistrationPolicy, 'open'> }) {
  return (
    <Banner role="status">
      {policy === 'closed'
        ? 'Registration is closed on this server.'
        : 'This server needs an invitation. The administrator of Fanlight in your office can make a link for you.'}
    </Banner>
  )
}
