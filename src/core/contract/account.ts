import * as v from 'valibot'
import { emailAddress, optionalText, requiredText } from './fields.ts'

export const shortestPassword = 8

export const credentialsSchema = v.object({
  username: requiredText('Username', 150),
  password: v.pipe(v.string('Password is required.'), v.nonEmpty('Password is required.'), v.maxLength(1000)),
})

const newPassword = v.pipe(
  v.string('Password is required.'),
  v.minLength(shortestPassword, 'Password must be at least 8 characters long'),
  v.maxLength(1000, 'Password must be at most 1,000 characters.'),
)

/** The body of `users/register/`. The app's form does not offer names, license number and phone number, and sends '' for them. */
export const registrationSchema = v.object({
  username: v.pipe(
    requiredText('Username', 150),
    v.regex(/^[\p{L}\p{N}@.+_-]+$/u, 'Username can have only letters, digits and @ . + - _'),
  ),
  email: emailAddress(),
  password: newPassword,
  password2: v.string('Confirm Password is required.'),
  first_name: optionalText('First Name', 100),
  last_name: optionalText('Last Name', 100),
  license_number: optionalText('License Number', 60),
  phone_number: optionalText('Phone Number', 40),
  /** From an invitation link; absent without one. */
  invite: v.optional(v.pipe(v.string(), v.maxLength(100))),
})

export const passwordChangeSchema = v.object({
  current_password: credentialsSchema.entries.password,
  new_password: newPassword,
  new_password2: v.string('Confirm Password is required.'),
  /** If true, API tokens and the calendar address also stop working. */
  revoke_access: v.optional(v.boolean(), false),
})

export const accountClosingSchema = v.object({ current_password: credentialsSchema.entries.password })

/** `reset_code` is sent as typed; the server ignores spaces, hyphens and case. */
export const passwordResetSchema = v.object({
  username: credentialsSchema.entries.username,
  reset_code: requiredText('Code', 100),
  new_password: newPassword,
  new_password2: passwordChangeSchema.entries.new_password2,
})

/** `name` is a username or an email. */
export const forgottenPasswordSchema = v.object({ name: requiredText('Username or Email', 254) })

export const profileChangesSchema = v.partial(
  v.object({
    email: emailAddress(),
    first_name: optionalText('First Name', 100),
    last_name: optionalText('Last Name', 100),
    license_number: optionalText('License Number', 60),
    phone_number: optionalText('Phone Number', 40),
  }),
)

export type Credentials = v.InferOutput<typeof credentialsSchema>
export const registrationPolicies = ['open', 'invite', 'closed'] as const
export type RegistrationPolicy = (typeof registrationPolicies)[number]

export type Registration = v.InferOutput<typeof registrationSchema>
export type NewApiToken = v.InferOutput<typeof newApiTokenSchema>
export type PasswordChange = v.InferOutput<typeof passwordChangeSchema>
export type AccountClosing = v.InferOutput<typeof accountClosingSchema>
export type PasswordReset = v.InferOutput<typeof passwordResetSchema>
export type ProfileChanges = v.InferOutput<typeof profileChangesSchema>

export type User = {
  id: number
  username: string
  email: string
  first_name: string
  last_name: string
  license_number: string
  phone_number: string
}

export type DashboardStats = {
  active_listings: number
  total_listings: number
  total_clients: number
  upcoming_tours: number
}

export type SignedInDevice = {
  id: number
  /** The browser's `User-Agent`; empty for a session last used before the server stored it. */
  user_agent: string
  created_at: string
  /** Accurate to one hour. */
  last_seen_at: string
  is_current: boolean
}

export const apiTokenScopes = ['read', 'read-write'] as const
/** Neither scope may create tokens, end sessions, change email or password, or see the calendar's secret address. */
export type ApiTokenScope = (typeof apiTokenScopes)[number]

/** A bearer token for API clients. `token` itself is sent once, in the response that creates it. */
export type ApiToken = {
  id: number
  name: string
  scope: ApiTokenScope
  created_at: string
  last_used_at: string | null
  token?: string
}

export const newApiTokenSchema = v.object({
  name: requiredText('Name', 100),
  scope: v.optional(v.picklist(apiTokenScopes, 'Choose read or read-write.'), 'read-write'),
})
