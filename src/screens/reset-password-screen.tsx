import { AccountPage } from '#features/account/account-page.tsx'
import { ResetPasswordForm } from '#features/account/reset-password-form.tsx'

export function ResetPasswordScreen() {
  return (
    <AccountPage title="Reset Password" subtitle="With a code from your office’s administrator.">
      <ResetPasswordForm />
    </AccountPage>
  )
}
