import { register } from '#api/sign-in.ts'
import { registrationFailureMessage } from '#core/domain/account-messages.ts'
import type { AccountFormRefusal } from './use-account-form.ts'

/** The server's names of the form's fields. */
const formFields: Readonly<Record<string, string>> = {
  username: 'username',
  email: 'email',
  password: 'password',
  password2: 'confirmPassword',
}

/** Makes the account; resolves to null when it is there, else to what the form says. */
export async function registerAccount(fields: {
  username: string
  email: string
  password: string
  confirmPassword: string
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
  })
  if (answer.ok) return null
  const { body } = answer.refusal
  const refused = typeof body === 'object' && body !== null ? Object.keys(body) : []
  return {
    message: registrationFailureMessage(answer.refusal),
    fields: refused.map((name) => formFields[name]).filter((name) => name !== undefined),
  }
}
