import { AccountPage } from '#features/account/account-page.tsx'
import { RegisterForm } from '#features/account/register-form.tsx'

export function RegisterScreen() {
  return (
    <AccountPage title="Register" subtitle="Your own workspace. Your data stays yours.">
      <RegisterForm />
    </AccountPage>
  )
}
