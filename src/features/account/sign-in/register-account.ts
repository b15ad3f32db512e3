import { register } from '#api/sign-in-calls.ts'
import { firstMessage, registrationFailureMessage } from '#core/domain/account/account-messages.ts'
import { type FormFields, marksOfRefused } from './refused-fields.ts'
import type { AccountFormRefusal } from './use-account-form.ts'

const formFields: FormFields = {
  username: { field: 'username', advice: 'Choose another username.' },
  email: { field: 'email', advice: 'Check the email.' },
  password: { field: 'password', advice: 'Choose another password.' },
  password2: { field: 'confirmPassword', advice: 'Type the password again.' },
}

/** Of a registration whose answer was lost: the browser or the agent has sent it again. */
const mayBeYours =
  'If you just registered, your account may already exist: try logging in. Otherwise choose another username.'

function isAllTaken(body: unknown): boolean {
  return ['username', 'email'].every((name) => /already exists/i.test(firstMessage(body, [name]) ?? ''))
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
  const { body } = answer.refusal
  const message = registrationFailureMessage(answer.refusal)
  const marks = marksOfRefused(body, message, formFields)
  return { message, marks: isAllTaken(body) ? { ...marks, username: mayBeYours } : marks }
}
