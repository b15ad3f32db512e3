import * as v from 'valibot'
import {
  apiTokenScopes,
  registrationPolicies,
  type ApiToken,
  type DashboardStats,
  type SignedInDevice,
  type User,
} from '#core/contract/account.ts'
import { jsonAnswer, listAnswer } from '#server/http/described.ts'

const text = v.string()
const count = v.number()

const user = v.object({
  id: v.number(),
  username: text,
  email: text,
  first_name: text,
  last_name: text,
  license_number: text,
  phone_number: text,
}) satisfies v.GenericSchema<User>

const apiToken = v.object({
  id: v.number(),
  name: text,
  scope: v.picklist(apiTokenScopes),
  created_at: text,
  last_used_at: v.nullable(text),
}) satisfies v.GenericSchema<Omit<ApiToken, 'token'>>

const stats = v.object({
  active_listings: count,
  total_listings: count,
  total_clients: count,
  upcoming_tours: count,
}) satisfies v.GenericSchema<DashboardStats>

const session = v.object({
  id: v.number(),
  user_agent: text,
  created_at: text,
  last_seen_at: text,
  is_current: v.boolean(),
}) satisfies v.GenericSchema<SignedInDevice>

/** What the calls of accounts answer, for the API description. */
export const accountAnswers = {
  agent: jsonAnswer('The agent', user),
  newAgent: jsonAnswer('The new agent', user),
  signedIn: jsonAnswer('The agent as `user`; a session has its cookie', v.object({ user })),
  said: (sentence: string) => jsonAnswer(sentence, v.object({ detail: text })),
  registration: jsonAnswer('Who may', v.object({ registration: v.picklist(registrationPolicies) })),
  resetBy: jsonAnswer('How a forgotten password is reset', v.object({ by: v.picklist(['mail', 'code']) })),
  stats: jsonAnswer('Four counts', stats),
  tokens: listAnswer('The tokens without their values', apiToken),
  newToken: jsonAnswer('The token; its value is shown this once', v.object({ ...apiToken.entries, token: text })),
  sessions: listAnswer('The sessions; `is_current` is the one that asks', session),
}
