import { register } from '#api/sign-in.ts'
import { registrationFailureMessage } from '#core/domain/account-messages.ts'
import { type FormFields, marksOfRefused } from './refused-fields.ts'
import type { AccountFormRefusal } from './use-account-form.ts'

const formFields: FormFields = {
  username: { field: 'username', advice: 'Choose another username.' },
  email: { field: 'email', advice: 'Check the email.' },
  password: { field: 'password', advice: 'Choose another password.' },
  password2: { field: 'confirmPassword', advice: 'Type the password again.' },
}

/** Makes the account; resolves to null when it is there, else to what the form says. */
export async function registerAccount(fields: {
  username: string
  email: string
  password: string
  confirmPassword: string
  invite: string
}): Promise<AccountFormRefusal | null> {
  const answer = await register({
    username: fields.username,
    email: fields.email,
    password: fields.password,
    password2: fields.confirmPassword,
    first_name: '',
    last_name: '',
    license_number: '',
    phone_number: '',
    ...(fields.invite === '' ? {} : { invite: fields.invite }),
  })
  if (answer.ok) return null
  const message = registrationFailureMessage(answer.refusal)
  return { message, marks: marksOfRefused(answer.refusal.body, message, formFields) }
}
