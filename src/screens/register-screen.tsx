import { AccountPage } from '#features/account/sign-in/account-form.tsx'
import { RegisterForm } from '#features/account/sign-in/register-form.tsx'

export function RegisterScreen() {
  return (
    <AccountPage title="Register" subtitle="Your own workspace. Your data stays yours.">
      <RegisterForm />
    </AccountPage>
  )
}
