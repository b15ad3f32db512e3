/** The server's response to a failed account request; `status` is null without a response. */
type AccountRefusal = { status: number | null; body: unknown }

export const registrationSucceeded = 'Registration successful! Please log in with your credentials.'
export const credentialsMissing = 'Please enter both username and password.'
export const fieldsMissing = 'Please fill in all required fields.'
export const passwordsDiffer = 'Passwords do not match'
export const passwordTooShort = 'Password must be at least 8 characters long'

export function loginFailureMessage({ status, body }: AccountRefusal): string {
  if (status === 401) return 'Invalid username or password. Please try again.'
  return (
    firstMessage(body, ['error', 'detail', 'message', 'non_field_errors']) ??
    'Failed to login. Please check your credentials.'
  )
}

export function registrationFailureMessage({ body }: AccountRefusal): string {
  return (
    firstMessage(body, ['password', 'username', 'email', 'password2', 'detail', 'error', 'message']) ??
    'Registration failed. Please try again.'
  )
}

export function registrationProblem(fields: {
  username: string
  email: string
  password: string
  confirmPassword: string
}): string | null {
  const { username, email, password, confirmPassword } = fields
  if (username.trim() === '' || email.trim() === '' || password === '' || confirmPassword === '') return fieldsMissing
  return newPasswordProblem(fields)
}

export function newPasswordProblem(fields: { password: string; confirmPassword: string }): string | null {
  if (fields.password !== fields.confirmPassword) return passwordsDiffer
  if (fields.password.length < 8) return passwordTooShort
  return null
}

/** `fields`: the server's field names whose errors may be shown. `notOffered`: the message for a server without this call. */
export function formatRefusal(
  { problem, refusal: { status, body } }: { problem: string; refusal: AccountRefusal },
  fields: readonly string[],
  notOffered: string,
): string {
  if (problem === 'unreachable') return 'The server cannot be reached. Please try again.'
  if (problem === 'signed-out') return 'Your session has ended. Log in again first.'
  if (status === 404 || status === 405) return notOffered
  const serverMessage = firstMessage(body, [...fields, 'detail', 'error', 'message', 'non_field_errors'])
  return serverMessage ?? 'The server refused this. Please try again.'
}

export function fileFailureMessage(problem: string, unreachableMessage: string): string {
  if (problem === 'too-many') return 'The server is busy. Try again in a minute.'
  if (problem === 'unreachable') return unreachableMessage
  return 'The server refused this file. Please try again.'
}

/** Returns error messages for the empty fields, in the order of `labels`. */
export function missingFieldErrors<Name extends string>(
  fields: Readonly<Record<Name, string>>,
  labels: Readonly<Record<Name, string>>,
): Record<string, string> {
  const missing = (Object.keys(labels) as Name[]).filter((name) => fields[name] === '')
  return Object.fromEntries(missing.map((name) => [name, `${labels[name]} is required.`]))
}

/** Returns the message in the first of these fields that has one; if it is a list, the first in the list. */
export function firstMessage(body: unknown, fields: readonly string[]): string | null {
  if (typeof body !== 'object' || body === null) return null
  const values = body as Record<string, unknown>
  for (const field of fields) {
    const value = values[field]
    const message: unknown = Array.isArray(value) ? value[0] : value
    if (typeof message === 'string' && message !== '') return message
  }
  return null
}
