import { register } from '#api/sign-in.ts'
import { firstMessage, registrationFailureMessage } from '#core/domain/account-messages.ts'
import type { AccountFormRefusal } from './use-account-form.ts'

/** By the server's names, in reading order: the form's own, and what to do about a field that was refused. */
const formFields: Readonly<Record<string, { field: string; advice: string }>> = {
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
  const message = registrationFailureMessage(answer.refusal)
  const marks: Record<string, string> = {}
  for (const [name, { field, advice }] of Object.entries(formFields)) {
    const said = firstMessage(body, [name])
    // What the whole form says already is not said twice.
    if (said !== null) marks[field] = said === message ? advice : said
  }
  return { message, marks }
}
