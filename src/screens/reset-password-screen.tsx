import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { AccountPage } from '#features/account/sign-in/account-form.tsx'
import {
  ResetPasswordForm,
  ForgottenPasswordForm,
  useResetMethod,
} from '#features/account/sign-in/reset-password-form.tsx'

/** An emailed link has the code in its fragment. Opened without a link, the page offers to email one if the server can, else asks for a code. */
export function ResetPasswordScreen() {
  const link = useLocation({ select: ({ hash }) => hash })
  const { username, code } = Object.fromEntries(new URLSearchParams(link))
  const fromMail = username !== undefined && code !== undefined ? { username, code } : undefined
  const resetMethod = useResetMethod()
  const [hasCode, setHasCode] = useState(false)
  const byMail = resetMethod === 'mail' && !hasCode && fromMail === undefined
  const subtitle = fromMail ? 'With the link from your email.' : 'With a code from your office’s administrator.'
  return (
    <AccountPage title="Reset Password" subtitle={byMail ? 'With a link that comes by email.' : subtitle}>
      {byMail && <ForgottenPasswordForm onHasCode={() => setHasCode(true)} />}
      {!byMail && (resetMethod !== undefined || fromMail) && <ResetPasswordForm fromMail={fromMail} />}
    </AccountPage>
  )
}
