import { useState } from 'react'
import type { User } from '#core/contract/account.ts'
import { ChangePasswordCard } from './change-password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Who gets into the account: its password, and the sessions, of which a new password leaves one. */
export function SecurityCards({ user }: { user: User }) {
  const [changes, setChanges] = useState(0)
  return (
    <>
      <ChangePasswordCard user={user} onChanged={() => setChanges((count) => count + 1)} />
      <SessionsCard key={changes} />
    </>
  )
}
