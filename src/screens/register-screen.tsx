import { AccountPage } from '#features/account/account-page.tsx'
import { RegisterForm } from '#features/account/register-form.tsx'

export function RegisterScreen() {
  return (
    <AccountPage title="Register" subtitle="An account of your own; what you enter stays yours.">
      <RegisterForm />
    </AccountPage>
  )
}
